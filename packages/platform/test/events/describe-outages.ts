import type { EventRecord } from '../../src/events/event-log.ts';
import { startRelay } from '../../src/events/relay.ts';
import { freshDatabase, openTestPool } from '../../src/testing/database.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import {
  expectCompleteAndInOrder,
  type LogServer,
  newGroup,
  numbered,
  openLogs,
  publishInOrder,
  RECOVERY_MAX_MS,
} from './log-server.ts';
import { appendEvents, unpublishedCount } from './outbox-rows.ts';

/** A publisher must hear of an outage well before its caller gives up. */
const FAILURE_MAX_MS = 60_000;

export function describeOutages(server: () => LogServer): void {
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
