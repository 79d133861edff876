import type { EventRecord } from '../../src/events/event-log.ts';
import { startRelay } from '../../src/events/relay.ts';
import { freshDatabase, openTestPool } from '../../src/testing/database.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import { describeForgery } from './describe-forgery.ts';
import { describeGroups } from './describe-groups.ts';
import { describeOrder } from './describe-order.ts';
import {
  expectCompleteAndInOrder,
  type LogServer,
  newGroup,
  numbered,
  openLogs,
  publishInOrder,
  publishSurely,
  RECOVERY_MAX_MS,
} from './log-server.ts';
import { appendEvents, unpublishedCount } from './outbox-rows.ts';

/** What services trust of an event log, whichever server is behind it. */
export function describeEventLog(start: () => Promise<LogServer>): void {
  let server: LogServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  describe('order', () => describeOrder(() => server));
  describe('forgery', () => describeForgery(() => server));
  describe('groups', () => describeGroups(() => server));
  describe('stopping', () => describeStopping(() => server));
  describe('outages', () => describeOutages(() => server));
}

const LAG_SHOWN_MAX_MS = 60_000;
/** Far above its own limits of some seconds; to wait for the handler would have no end. */
const STOP_MAX_MS = 60_000;

function describeStopping(server: () => LogServer): void {
  test('a subscription that is closed finishes the batch it handles, which then does not come again', async () => {
    await using logs = await openLogs(server());
    const log = logs.open();
    const group = newGroup();
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const closing = await logs.receive(group, async () => {
      started.resolve();
      await finish.promise;
    });
    await publishSurely(log, [logs.record('a', 'a:1')]);
    await started.promise;

    const closed = closing[Symbol.asyncDispose]();
    finish.resolve();
    await closed;

    expect(closing.values()).toEqual(['a:1']);
    await publishSurely(log, [logs.record('a', 'a:2')]);
    const next = await logs.receive(group);
    await eventually(() => next.values().includes('a:2'));
    expect(next.values()).toEqual(['a:2']);
  });

  test('a handler that never ends shows as lag without progress, and does not hold up closing', async () => {
    await using logs = await openLogs(server());
    const runtime = testRuntime();
    const group = newGroup();
    const subscription = await logs
      .open(runtime)
      .subscribe(
        { group, topics: [logs.topic], databaseUrl: server().consumerUrl },
        () => new Promise(() => {}),
      );
    expect(subscription.stalledMs()).toBe(0);
    await publishSurely(logs.open(), [logs.record('a', 'a:1'), logs.record('a', 'a:2')]);

    await eventually(() => subscription.stalledMs() > 0, { timeoutMs: LAG_SHOWN_MAX_MS });
    await eventually(async () => {
      const metrics = await runtime.metrics.metrics();
      expect(metrics).toMatch(
        new RegExp(`event_consumer_lag\\{topic="${logs.topic}",group="${group}",.*\\} 2`),
      );
      expect(metrics).toContain(`event_consumer_progress_age_seconds{group="${group}"}`);
    });

    const closingAt = Date.now();
    await subscription[Symbol.asyncDispose]();
    expect(Date.now() - closingAt).toBeLessThan(STOP_MAX_MS);
  });
}

/** A publisher must hear of an outage well before its caller gives up. */
const FAILURE_MAX_MS = 60_000;

function describeOutages(server: () => LogServer): void {
  test('nothing is lost or skipped when the server is killed mid-stream and comes back', async () => {
    await using logs = await openLogs(server());
    const log = logs.open();
    const received = await logs.receive(newGroup());
    const published = numbered(8, 400);
    const half = published.length / 2;
    const records = logs.records(published);
    await publishInOrder(log, records.slice(0, half));
    await eventually(() => received.values().length > 0);

    const publishing = publishInOrder(log, records.slice(half));
    await server().kill();
    await server().restart();
    await publishing;

    await eventually(() => received.values().length === published.length, {
      timeoutMs: RECOVERY_MAX_MS,
    });
    expectCompleteAndInOrder(received.values(), published);
  });

  test('publish fails clearly during an outage, and the relay sends the same rows afterwards, in order', async () => {
    await using logs = await openLogs(server());
    await using database = await freshDatabase('messaging');
    const runtime = testRuntime();
    await using pool = openTestPool(database.url, 4);
    const log = logs.open();
    const received = await logs.receive(newGroup());
    const sign = (record: EventRecord) => record;
    const { url: databaseUrl } = database;
    await using _relay = await startRelay({ pool, databaseUrl, eventLog: log, sign, runtime });
    const published = numbered(4, 80);
    const append = (part: typeof published) => appendEvents(pool, logs.topic, part);
    await append(published.slice(0, 20));
    await eventually(async () => (await unpublishedCount(pool)) === 0);

    await server().stop();
    for (const part of [published.slice(20, 40), published.slice(40)]) await append(part);
    const triedAt = Date.now();
    await expect(log.publish([logs.record('x', 'x')])).rejects.toThrow(/connect/i);
    await expect(log.probe()).rejects.toThrow(/connect/i);
    expect(Date.now() - triedAt).toBeLessThan(FAILURE_MAX_MS);
    await eventually(() =>
      runtime.logged.some((line) => line.includes('publish failed, retrying')),
    );
    expect(await unpublishedCount(pool)).toBe(60);
    await server().restart();

    await eventually(() => received.values().length === published.length, {
      timeoutMs: RECOVERY_MAX_MS,
    });
    expectCompleteAndInOrder(received.values(), published);
    await eventually(async () => (await unpublishedCount(pool)) === 0);
    await log.probe();
  });
}
