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

/** The log stores times to the millisecond; two in the same one cannot be distinguished. */
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

    const rewound = await rewindGroup(server().config, { group, topics: [logs.topic], to });

    expect(rewound).toEqual({ from: to, records: 20 });
    const again = await logs.receive(group);
    await eventually(() => expect(again.values()).toHaveLength(20), all);
    expect(again.values().toSorted()).toEqual(keys.map((key) => `${key}:after`).toSorted());
  });

  test('without a time a group reads everything again', async () => {
    await using logs = await openLogs(server());
    const log = logs.open();
    const group = newGroup();
    const first = await logs.receive(group);
    const values = Array.from({ length: 30 }, (_, index) => `key${index}:1`);
    await publishSurely(
      log,
      values.map((value) => logs.record(value.split(':')[0] ?? '', value)),
    );
    const all = { timeoutMs: RECOVERY_MAX_MS };
    await eventually(() => expect(first.values()).toHaveLength(30), all);
    await first[Symbol.asyncDispose]();

    const { records } = await rewindGroup(server().config, { group, topics: [logs.topic] });

    expect(records).toBe(30);
    const again = await logs.receive(group);
    await eventually(() => expect(again.values()).toHaveLength(30), all);
  });

  test('a rewind moves no group past what it has not read, whatever time is given', async () => {
    await using logs = await openLogs(server());
    const log = logs.open();
    const group = newGroup();
    const first = await logs.receive(group);
    await publishSurely(log, [logs.record('key', 'key:read')]);
    await eventually(() => first.values().length === 1);
    await first[Symbol.asyncDispose]();
    await publishSurely(log, [logs.record('key', 'key:unread')]);
    const topics = [logs.topic];
    const inAnHour = new Date(Date.now() + 3_600_000);

    await expect(rewindGroup(server().config, { group, topics, to: inAnHour })).rejects.toThrow(
      'is in the future: a rewind only goes back',
    );
    await delay(APART_MS);
    const to = new Date();
    expect(await rewindGroup(server().config, { group, topics, to })).toMatchObject({ records: 0 });
    // Also if the clock of the caller is ahead of the log's.
    await rewindGroup(server().config, { group, topics, to: inAnHour }, inAnHour);
    await rewindGroup(server().config, { group: newGroup(), topics, to });

    const later = await logs.receive(group);
    await eventually(() => later.values().includes('key:unread'));
    expect(later.values()).toEqual(['key:unread']);
  });
}
