import { eventually } from '../../src/testing/eventually.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import { type LogServer, newGroup, openLogs, publishSurely } from './log-server.ts';

const LAG_SHOWN_MAX_MS = 60_000;
/** Far above its own limits of some seconds; to wait for the handler would have no end. */
const STOP_MAX_MS = 60_000;

export function describeStopping(server: () => LogServer): void {
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
