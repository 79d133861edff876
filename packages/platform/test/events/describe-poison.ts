import { randomUUID } from 'node:crypto';
import { openPool } from '../../src/db/pool.ts';
import { consume } from '../../src/events/consumer.ts';
import { requestRetry } from '../../src/events/parked.ts';
import { freshDatabase } from '../../src/testing/database.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import { type LogServer, newGroup, openLogs, publishSurely } from './log-server.ts';

export function describePoison(server: () => LogServer): void {
  test('a poison record is parked with its headers, later records of its key wait behind it, other keys flow', async () => {
    await using logs = await openLogs(server());
    await using database = await freshDatabase('messaging');
    const runtime = testRuntime();
    const pool = openPool(database.url, { max: 4, log: runtime.log });
    await using stack = new AsyncDisposableStack();
    stack.defer(() => pool.end());
    const log = logs.open();
    const handled: string[] = [];
    stack.use(
      await consume({
        eventLog: log,
        pool,
        runtime,
        group: newGroup(),
        topics: [logs.topic],
        authenticate: () => null,
        decode: ({ value }) => decoded(value.toString()),
        handle: async (_tx, events) => void handled.push(...events.map(({ event }) => event)),
      }),
    );
    const poison = { ...logs.record('bad', 'garbage'), headers: headers({ trace: 'kept' }) };

    await publishSurely(log, [logs.record('bad', 'bad:1'), poison, logs.record('good', 'good:1')]);
    await eventually(() => handled.length === 2);
    await publishSurely(log, [logs.record('bad', 'bad:2'), logs.record('good', 'good:2')]);
    await eventually(() => handled.includes('good:2'));

    const { rows } = await eventually(async () => {
      const found = await pool.query('select * from parked_record order by log_offset');
      return found.rows.length === 2 && found;
    });
    expect(handled.toSorted()).toEqual(['bad:1', 'good:1', 'good:2']);
    expect(rows).toMatchObject([
      { key: 'bad', reason: 'undecodable', detail: 'Error: garbage', headers: poison.headers },
      { key: 'bad', reason: 'behind_parked', value: Buffer.from('bad:2') },
    ]);
    expect(rows[0].value).toEqual(poison.value);
  });

  test('a parked record that is retried is handled by its own group in place, then those behind it, then what comes', async () => {
    await using logs = await openLogs(server());
    await using database = await freshDatabase('messaging');
    const runtime = testRuntime();
    const pool = openPool(database.url, { max: 4, log: runtime.log });
    await using stack = new AsyncDisposableStack();
    stack.defer(() => pool.end());
    const log = logs.open();
    const handled: string[] = [];
    let isFixed = false;
    const group = newGroup();
    stack.use(
      await consume({
        eventLog: log,
        pool,
        runtime,
        group,
        topics: [logs.topic],
        authenticate: () => null,
        decode: ({ value }) => (isFixed ? value.toString() : decoded(value.toString())),
        handle: async (_tx, events) => void handled.push(...events.map(({ event }) => event)),
      }),
    );
    const others = await logs.receive(newGroup());
    await publishSurely(log, [logs.record('bad', 'garbage'), logs.record('bad', 'bad:1')]);
    await eventually(async () => {
      const found = await pool.query('select from parked_record');
      return found.rows.length === 2;
    });
    await eventually(() => others.values().length === 2);
    isFixed = true;

    await requestRetry(pool, { group, topic: logs.topic, key: 'bad' });
    await publishSurely(log, [logs.record('bad', 'bad:2')]);

    await eventually(() => handled.length === 3);
    expect(handled).toEqual(['garbage', 'bad:1', 'bad:2']);
    await eventually(() => others.values().length === 3);
    expect(others.records).toHaveLength(3);
    await eventually(async () => {
      const { rows } = await pool.query('select from parked_record');
      return rows.length === 0;
    });
  });
}

function headers(extra: Record<string, string>) {
  return { 'event-id': randomUUID(), ...extra };
}

function decoded(text: string): string {
  if (text === 'garbage') throw new Error('garbage');
  return text;
}
