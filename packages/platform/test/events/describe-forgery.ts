import { randomBytes, randomUUID } from 'node:crypto';
import { transact } from '../../src/db/transaction.ts';
import { consume } from '../../src/events/consumer.ts';
import type { EventRecord } from '../../src/events/event-log.ts';
import { UnprocessableEvent } from '../../src/events/handle-once.ts';
import { authenticateWith, signFor } from '../../src/events/mac.ts';
import { appendToOutbox, republish } from '../../src/events/outbox.ts';
import {
  discardUnauthenticated,
  requestRetry,
  retryUnauthenticated,
} from '../../src/events/parked.ts';
import { startRelay } from '../../src/events/relay.ts';
import { freshDatabase, openTestPool } from '../../src/testing/database.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import { type LogServer, newGroup, openLogs, publishSurely } from './log-server.ts';

const PATIENT = { timeoutMs: 120_000 };

type Options = {
  readonly keys: Buffer[];
  /** Values that can not be handled, for as long as they are in it. */
  readonly refused?: ReadonlySet<string>;
};

/** A consumer of a topic and the relay of its producer, on one database. */
async function openFlow(server: LogServer, { keys, refused }: Options) {
  await using opening = new AsyncDisposableStack();
  const logs = opening.use(await openLogs(server));
  const database = opening.use(await freshDatabase('messaging'));
  const runtime = testRuntime();
  const pool = opening.use(openTestPool(database.url, 6));
  const log = logs.open();
  const group = newGroup();
  const handled: string[] = [];
  const join = () => {
    const trusted = { consumer: group, keys: { [logs.topic]: keys } };
    return consume({
      eventLog: log,
      pool,
      runtime,
      group,
      topics: [logs.topic],
      authenticate: authenticateWith(trusted),
      decode: ({ value }) => value.toString(),
      async handle(_tx, events) {
        const one = events.find(({ event }) => refused?.has(event));
        if (one) throw new UnprocessableEvent(one.eventId, 'refused');
        handled.push(...events.map(({ event }) => event));
      },
    });
  };
  let member = await join();
  opening.defer(() => member[Symbol.asyncDispose]());
  const opened = opening.move();
  return {
    logs,
    log,
    pool,
    group,
    handled,
    signWith: (key: Buffer) => signFor({ [group]: key }),
    publish: (...records: EventRecord[]) => publishSurely(log, records),
    relay: (key: Buffer) => {
      const sign = signFor({ [group]: key });
      return startRelay({ pool, databaseUrl: database.url, eventLog: log, sign, runtime });
    },
    /** The consumer starts again with other keys. */
    async trust(...others: Buffer[]) {
      await member[Symbol.asyncDispose]();
      keys.splice(0, keys.length, ...others);
      member = await join();
    },
    counted: async (reason: string) => {
      const text = await runtime.metrics.metrics();
      const line = `events_parked_total{group="${group}",reason="${reason}"} `;
      return Number(text.split(line)[1]?.split('\n')[0]);
    },
    parked: async () =>
      (await pool.query('select key, reason, detail from parked_record order by id')).rows,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

export function describeForgery(server: () => LogServer): void {
  const key = randomBytes(32);
  const otherKey = randomBytes(32);

  test('a record that was parked because its key was not known yet is handled when it is, and one that was forged stays', async () => {
    await using flow = await openFlow(server(), { keys: [key] });
    const early = flow.signWith(otherKey)(flow.logs.record('charge', 'early'));
    await flow.publish(flow.logs.record('charge', 'forged'), early);
    await eventually(async () => expect(await flow.parked()).toHaveLength(2));

    await flow.trust(otherKey, key);
    await requestRetry(flow.pool, { group: flow.group, topic: flow.logs.topic, key: 'charge' });

    await eventually(() => flow.handled.length === 1);
    expect(flow.handled).toEqual(['early']);
    await eventually(async () =>
      expect(await flow.parked()).toMatchObject([{ detail: `no MAC for ${flow.group}` }]),
    );
  });

  test('after a wrong key all keys are retried at once: two copies of an event take effect once, behind any number of forged records', async () => {
    await using flow = await openFlow(server(), { keys: [key] });
    const sign = flow.signWith(otherKey);
    const forged = Array.from({ length: 120 }, (_, n) => flow.logs.record('a', `forged ${n}`));
    const [first, second] = [flow.logs.record('a', 'first'), flow.logs.record('b', 'second')];
    await flow.publish(...forged, sign(first), sign(first), sign(second));
    await eventually(async () => expect(await flow.parked()).toHaveLength(123), PATIENT);

    await flow.trust(otherKey);
    await retryUnauthenticated(flow.pool, flow.group);

    await eventually(async () => expect(await flow.parked()).toHaveLength(120), PATIENT);
    expect(flow.handled.toSorted()).toEqual(['first', 'second']);
    await eventually(async () => {
      await discardUnauthenticated(flow.pool, flow.group);
      expect(await flow.parked()).toEqual([]);
    }, PATIENT);
  });

  test('a record that was authentic when it was parked is retried in its order after its key is gone', async () => {
    const refused = new Set(['first']);
    await using flow = await openFlow(server(), { keys: [key], refused });
    const sign = flow.signWith(key);
    await flow.publish(sign(flow.logs.record('a', 'first')), sign(flow.logs.record('a', 'next')));
    await eventually(async () => expect(await flow.parked()).toHaveLength(2));

    await flow.trust(otherKey);
    refused.clear();
    await requestRetry(flow.pool, { group: flow.group, topic: flow.logs.topic, key: 'a' });

    await eventually(async () => expect(await flow.parked()).toEqual([]));
    expect(flow.handled).toEqual(['first', 'next']);
  });

  test('what the relay publishes is authentic, and what is published again after the key was replaced too', async () => {
    await using flow = await openFlow(server(), { keys: [key] });
    const event = {
      topic: flow.logs.topic,
      key: 'charge',
      eventId: randomUUID(),
      value: Buffer.from('credit'),
    };
    await transact(flow.pool, (tx) => appendToOutbox(tx, [event]));
    const before = await flow.relay(key);
    await eventually(() => flow.handled.length === 1);
    await before[Symbol.asyncDispose]();
    await flow.trust(otherKey);
    // As after a restore of the consumer's database.
    await flow.pool.query('delete from inbox');
    await transact(flow.pool, (tx) => republish(tx, [event]));

    await using _after = await flow.relay(otherKey);

    await eventually(() => flow.handled.length === 2);
    expect(await flow.parked()).toEqual([]);
  });
}
