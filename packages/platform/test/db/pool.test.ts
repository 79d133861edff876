import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { MESSAGING_MIGRATIONS } from '../../src/db/migrate.ts';
import { openDatabase, openPool, watchPool } from '../../src/db/pool.ts';
import { transact } from '../../src/db/transaction.ts';
import { callNow, withDeadline } from '../../src/grpc/call-context.ts';
import { freshDatabase } from '../../src/testing/database.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { forTests } from '../../src/testing/for-tests.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import { connectLedger, EMPTY, serveLedger } from '../grpc/ledger-server.ts';
import { startMutePeer } from '../support/mute-peer.ts';
import { timed } from '../support/timed.ts';

/** The pool's own limit is 5 s; the rest is for a machine that stalls. Without it the wait would have no end. */
const ACQUIRE_MAX_MS = 30_000;

/** A call has so long; enough to reach its handler on a machine that stalls. */
const BRIEF_MS = 2_000;
/** Longer than a call may wait for its first connection. */
const LONG_WAIT_MS = 600;

const database = forTests(() => freshDatabase('messaging'));

async function steps(pool: Pool): Promise<string[]> {
  return (await pool.query('select step from written')).rows.map(({ step }) => step);
}

function open(max = 4, url = database.adminUrl) {
  const { log, logged } = testRuntime();
  const pool = openPool(url, { max, log });
  return { pool, logged, [Symbol.asyncDispose]: () => pool.end() };
}

async function terminateOthers(pool: Pool): Promise<void> {
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

describeNeeding(['postgres'], 'the pool', () => {
  test('idle connections that the server drops cost a log line and nothing else', async () => {
    await using ours = open();
    await using killer = open();
    await Promise.all([ours.pool.query('select pg_sleep(0.05)'), ours.pool.query('select 1')]);
    expect(ours.pool.idleCount).toBe(2);
    await terminateOthers(killer.pool);
    await eventually(() => ours.pool.totalCount === 0);
    expect(ours.logged.join()).toContain('idle database connection lost');
    expect((await ours.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  });

  test('int8 and lists of it are numbers, and an error where a number is not exact', async () => {
    await using ours = open();
    const read = async (sql: string) => (await ours.pool.query(`select ${sql} as n`)).rows[0].n;
    expect(await read(`'{1,-2,9007199254740991}'::bigint[]`)).toEqual([1, -2, 2 ** 53 - 1]);
    expect(await read(`'{}'::bigint[]`)).toEqual([]);
    expect(await read('9007199254740991::bigint')).toBe(2 ** 53 - 1);
    expect(await read('(-9007199254740991)::bigint')).toBe(1 - 2 ** 53);
    expect(await read('null::bigint')).toBeNull();
    for (const wrong of [
      `'{1,9007199254740993}'::bigint[]`,
      `'{1,null}'::bigint[]`,
      '9007199254740992::bigint',
      '(-9007199254740992)::bigint',
    ]) {
      await expect(read(wrong)).rejects.toThrow('int8 outside the safe range');
    }
    expect(await read('1::bigint')).toBe(1);
  });

  test('how a pool is used is shown, and how long its users waited for a connection', async () => {
    await using ours = open(1);
    const { metrics } = testRuntime();
    watchPool(ours.pool, metrics);
    const client = await ours.pool.connect();
    const waiting = ours.pool.query('select 1');

    const busy = await metrics.metrics();
    client.release();
    await waiting;

    expect(busy).toContain('db_pool_connections{state="used"} 1');
    expect(busy).toContain('db_pool_connections{state="waiting"} 1');
    expect(busy).toContain('db_pool_connections_max 1');
    const idle = await metrics.metrics();
    expect(idle).toContain('db_pool_connections{state="idle"} 1');
    expect(idle).toContain('db_pool_wait_seconds_count 2');
  });

  test('a connection dropped while in use fails its user, not the process', async () => {
    await using ours = open();
    await using killer = open();
    const client = await ours.pool.connect();
    await terminateOthers(killer.pool);
    await eventually(() => ours.logged.some((line) => line.includes('database connection lost')));
    await expect(client.query('select 1')).rejects.toThrow();
    client.release();
    expect((await ours.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  });

  test('a transaction cut off in its middle fails as a whole, and the next one works', async () => {
    await using ours = open(1);
    await using killer = open();
    await killer.pool.query('create table cut_off (n int)');
    const cut = transact(ours.pool, async (tx) => {
      await tx.query('insert into cut_off values (1)');
      await terminateOthers(killer.pool);
      await tx.query('insert into cut_off values (2)');
    });
    await expect(cut).rejects.toThrow();
    await transact(ours.pool, (tx) => tx.query('insert into cut_off values (3)'));
    expect((await ours.pool.query('select n from cut_off')).rows).toEqual([{ n: 3 }]);
  });

  test('a transaction whose work fails leaves nothing, and its connection is used again', async () => {
    await using ours = open(1);
    await ours.pool.query('create table undone (n int)');
    const bug = new Error('no');
    const work = transact(ours.pool, async (tx) => {
      await tx.query('insert into undone values (1)');
      throw bug;
    });
    await expect(work).rejects.toBe(bug);
    expect((await ours.pool.query('select n from undone')).rows).toEqual([]);
    expect(ours.pool.totalCount).toBe(1);
  });

  test('a transaction with an ignored failure is not reported as committed', async () => {
    await using ours = open(1);
    const work = transact(ours.pool, (tx) => tx.query('select 1 / 0').catch(() => {}));
    await expect(work).rejects.toThrow('the transaction was rolled back');
  });

  test('waiting for a connection ends when none becomes free', async () => {
    await using ours = open(1);
    const held = await ours.pool.connect();
    const [failure, ms] = await timed(() => ours.pool.query('select 1').catch((e: Error) => e));
    held.release();
    expect(failure).toMatchObject({ message: expect.stringContaining('timeout') });
    expect(ms).toBeLessThan(ACQUIRE_MAX_MS);
  });

  test('a call gives up its place when its deadline passes as it waits, unless it has begun', async () => {
    await using ours = open(1);
    await ours.pool.query('create table written (step text)');
    const write = (step: string) => ours.pool.query('insert into written values ($1)', [step]);
    const passed = Promise.withResolvers<void>();
    let lastDeadlineMs = Number.POSITIVE_INFINITY;
    await using server = await serveLedger(async ({ accountId }) => {
      lastDeadlineMs = callNow()?.deadlineMs ?? lastDeadlineMs;
      await write(`${accountId} 1`);
      await passed.promise;
      await write(`${accountId} 2`);
      return EMPTY;
    });
    using client = connectLedger(server.port);
    const callBriefly = (accountId: string) =>
      withDeadline(Date.now() + BRIEF_MS, () => client.getBalance({ accountId })).catch(
        (error: unknown) => error,
      );

    const begun = callBriefly('begun');
    await eventually(async () => (await steps(ours.pool)).includes('begun 1'));
    const held = await ours.pool.connect();
    const waiting = callBriefly('waiting');
    await eventually(() => ours.pool.waitingCount === 1);
    const outcomes = await Promise.all([begun, waiting]);
    // The server’s own deadline, counted from when the call came, is later than the client’s.
    await eventually(() => Date.now() > lastDeadlineMs);
    passed.resolve();
    held.release();

    expect(outcomes).toMatchObject([{ code: 'TIMEOUT' }, { code: 'TIMEOUT' }]);
    await eventually(async () => (await steps(ours.pool)).includes('begun 2'));
    expect(await steps(ours.pool)).toEqual(['begun 1', 'begun 2']);
  });

  test('a call is refused when connections have been given late for long, not after one stall, and other work waits', async () => {
    await using ours = open(1);
    await using server = await serveLedger(async () => {
      await ours.pool.query('select 1');
      return EMPTY;
    });
    using client = connectLedger(server.port);
    await client.getBalance({});
    const [first, second] = [await ours.pool.connect(), ours.pool.connect()];
    await delay(LONG_WAIT_MS);
    const work = ours.pool.query('select 2 as n');
    first.release();
    const held = await second;

    const afterStall = client.getBalance({});
    await delay(LONG_WAIT_MS);
    await expect(client.getBalance({})).rejects.toMatchObject({ code: 'UNAVAILABLE' });

    held.release();
    expect(await afterStall).toEqual(EMPTY);
    expect((await work).rows).toEqual([{ n: 2 }]);
    expect(await client.getBalance({})).toEqual(EMPTY);
  });

  test('connecting ends when the server accepts and stays mute', async () => {
    using mute = await startMutePeer();
    await using ours = open(1, `postgres://app:canary@127.0.0.1:${mute.port}/x`);
    const [failure, ms] = await timed(() => ours.pool.query('select 1').catch((e: Error) => e));
    expect(failure).toBeInstanceOf(Error);
    expect(ms).toBeLessThan(ACQUIRE_MAX_MS);
  });

  test('the server itself ends statements, lock waits and forgotten transactions', async () => {
    await using ours = open();
    const { rows } = await ours.pool.query(
      `select name, setting from pg_settings where name in
        ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
    );
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '10000' },
      { name: 'lock_timeout', setting: '5000' },
      { name: 'statement_timeout', setting: '9000' },
    ]);
  });
});

test('the warm-up of a service opens half of its database connections', async () => {
  await using database = await freshDatabase('messaging');
  const runtime = testRuntime();
  const config = { databaseUrl: database.url, databasePoolMax: 6 };
  await using opened = await openDatabase(config, [MESSAGING_MIGRATIONS], runtime);
  expect(opened.pool.totalCount).toBeLessThan(3);

  // On a busy machine a connection may take longer than it is allowed to.
  await eventually(async () => expect(await runtime.health.warmUp()).toEqual([]));

  expect(opened.pool.totalCount).toBe(3);
});

test('a pool in full use is ready while it gives connections, and not when it has given none for seconds', async () => {
  await using database = await freshDatabase('messaging');
  const runtime = testRuntime();
  const config = { databaseUrl: database.url, databasePoolMax: 1 };
  await using opened = await openDatabase(config, [MESSAGING_MIGRATIONS], runtime);
  const { pool } = opened;
  runtime.health.started();
  const readyProblems = () => {
    void pool.connect().then(
      (client) => client.release(),
      () => {},
    );
    return runtime.health.readyProblems();
  };
  const held = await pool.connect();
  expect(await readyProblems()).toEqual([]);
  await eventually(async () =>
    expect(await readyProblems()).toEqual([expect.stringMatching(/^database: /)]),
  );
  held.release();
  await eventually(async () => expect(await readyProblems()).toEqual([]));
});
