import { setTimeout as delay } from 'node:timers/promises';
import { rewindGroup } from '../../src/events/rewind.ts';
import { eventually } from '../../src/testing/eventually.ts';
import {
  type LogServer,
  newGroup,
  openLogs,
  publishSurely,
  RECOVERY_MAX_MS,
} from './log-server.ts';

/** The log remembers times to the millisecond; two in the same one cannot be told apart. */
const APART_MS = 10;

export function describeRewind(server: () => LogServer): void {
  test('a group that is set back to a time reads again what was published since, and only that', async () => {
    await using logs = await openLogs(server());
    const log = logs.open();
    const group = newGroup();
    const keys = Array.from({ length: 20 }, (_, index) => `key${index}`);
    const publish = (when: string) =>
      publishSurely(
        log,
        keys.map((key) => logs.record(key, `${key}:${when}`)),
      );
    const first = await logs.receive(group);
    await publish('before');
    await delay(APART_MS);
    const to = new Date();
    await publish('after');
    const all = { timeoutMs: RECOVERY_MAX_MS };
    await eventually(() => expect(first.values()).toHaveLength(40), all);
    await first[Symbol.asyncDispose]();

    await rewindGroup(server().config, { group, topics: [logs.topic], to });

    const again = await logs.receive(group);
    await eventually(() => expect(again.values()).toHaveLength(20), all);
    expect(again.values().toSorted()).toEqual(keys.map((key) => `${key}:after`).toSorted());
  });
}
