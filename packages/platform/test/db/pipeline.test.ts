import type { PoolClient } from 'pg';
import { isDatabaseUnavailable, settledInOrder, transact } from '../../src/db/transaction.ts';
import { freshDatabase, openTestPool, type TestDatabase } from '../../src/testing/database.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { eventually } from '../../src/testing/eventually.ts';

/** Longer than any test waits for it, and less than the pool itself lets a statement run. */
const SLOW = 'select pg_sleep(8)';
const READ_TIMEOUT_MS = 300;

const SLEEPING = `
  select pid from pg_stat_activity
   where datname = current_database() and wait_event = 'PgSleep'`;

let database: TestDatabase;

const open = () => openTestPool(database.adminUrl, 1);

async function send(tx: PoolClient, statement: string | { text: string; query_timeout: number }) {
  await tx.query(statement);
}

/** Waits for the slow statement and has the server end it, or the connection with it. */
async function interrupt(how: 'pg_cancel_backend' | 'pg_terminate_backend'): Promise<void> {
  await using other = open();
  const pid = await eventually(async () => (await other.query(SLEEPING)).rows[0]?.pid ?? false);
  await other.query(`select ${how}($1)`, [pid]);
}

type Case = {
  readonly name: string;
  readonly second: (tx: PoolClient) => Promise<void>;
  readonly disturb?: () => Promise<void>;
  readonly error: object;
  /** Whether the connection is lost, so that a retry may succeed. */
  readonly isUnavailable: boolean;
};

const CASES: readonly Case[] = [
  {
    name: 'fails',
    second: (tx) => send(tx, 'select 1 / 0'),
    error: { code: '22012' },
    isUnavailable: false,
  },
  {
    name: 'is cancelled',
    second: (tx) => send(tx, SLOW),
    disturb: () => interrupt('pg_cancel_backend'),
    error: { code: '57014' },
    isUnavailable: false,
  },
  {
    name: 'dies with its connection',
    second: (tx) => send(tx, SLOW),
    disturb: () => interrupt('pg_terminate_backend'),
    error: { code: '57P01' },
    isUnavailable: true,
  },
  {
    name: 'is not answered in time',
    second: (tx) => send(tx, { text: SLOW, query_timeout: READ_TIMEOUT_MS }),
    error: { message: 'Query read timeout' },
    isUnavailable: true,
  },
];

describeNeeding(['postgres'], 'of three statements sent together', () => {
  beforeEach(async () => {
    database = await freshDatabase('messaging');
  });
  afterEach(() => database?.[Symbol.asyncDispose]());

  test.each(CASES)(
    'the second $name: nothing is stored, its error is thrown, the next use works',
    async ({ second, disturb, error, isUnavailable }) => {
      await using ours = open();
      await ours.query('create table written (n int)');

      const work = transact(ours, (tx) =>
        settledInOrder([
          send(tx, 'insert into written values (1)'),
          second(tx),
          send(tx, 'insert into written values (3)'),
        ]),
      );
      const [outcome] = await Promise.allSettled([work, disturb?.()]);

      expect(outcome).toMatchObject({ status: 'rejected', reason: error });
      expect(isDatabaseUnavailable((outcome as PromiseRejectedResult).reason)).toBe(isUnavailable);
      await transact(ours, (tx) => tx.query('insert into written values (4)'));
      // Each result belongs to its own statement, also after a failure.
      const answers = [5, 6, 7].map((n) => ours.query(`select ${n} as n`));
      const results = (await Promise.all(answers)).map(({ rows }) => rows);
      expect(results).toEqual([[{ n: 5 }], [{ n: 6 }], [{ n: 7 }]]);
      expect((await ours.query('select n from written')).rows).toEqual([{ n: 4 }]);
    },
  );

  test('all are awaited, even when an earlier one has failed', async () => {
    await using ours = open();
    let isLastAnswered = false;
    const work = transact(ours, (tx) =>
      settledInOrder([
        send(tx, 'select 1 / 0'),
        send(tx, 'select 1'),
        send(tx, 'select 1').finally(() => {
          isLastAnswered = true;
        }),
      ]).finally(() => expect(isLastAnswered).toBe(true)),
    );

    await expect(work).rejects.toThrow('division by zero');
  });
});

test('of several failures the first in order is thrown, whichever came first in time', async () => {
  const early = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  const settled = settledInOrder([Promise.resolve(), early.promise, late.promise]);

  late.reject(new Error('because of the other'));
  early.reject(new Error('the cause'));

  await expect(settled).rejects.toThrow('the cause');
});
