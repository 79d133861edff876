import { setTimeout as delay } from 'node:timers/promises';
import {
  type Position,
  PositionLostError,
  type ReceivedRecord,
} from '../../src/events/event-log.ts';
import { eventually } from '../../src/testing/eventually.ts';
import {
  expectCompleteAndInOrder,
  type LogServer,
  newGroup,
  numbered,
  openLogs,
  publishSurely,
} from './log-server.ts';

/** Long enough for another member to get in between, if anything lets it. */
const SLOW_HANDLING_MS = 500;

export function describeGroups(server: () => LogServer): void {
  test('a reader stores its positions before those of the log move', async () => {
    await using logs = await openLogs(server());
    const reader = { group: newGroup(), topics: [logs.topic], databaseUrl: server().consumerUrl };
    let isStored = false;
    const beforeOffsets = async () => {
      isStored = true;
    };
    await logs.open().subscribe({ ...reader, beforeOffsets }, async () => {});

    await publishSurely(logs.open(), [logs.record('a', 'a')]);

    await eventually(() => isStored, { timeoutMs: server().takeoverMaxMs });
  });

  test('a group whose reader was set back reads again from there, although no record is new', async () => {
    await using logs = await openLogs(server());
    const log = logs.open();
    const group = newGroup();
    const keys = Array.from({ length: 20 }, (_, index) => `key${index}`);
    const patient = { timeoutMs: server().takeoverMaxMs };
    const first = await logs.receive(group);
    for (const [when, count] of [
      ['before', 20],
      ['after', 40],
    ] as const) {
      await publishSurely(
        log,
        keys.map((key) => logs.record(key, `${key}:${when}`)),
      );
      await eventually(() => expect(first.values()).toHaveLength(count), patient);
    }
    await first[Symbol.asyncDispose]();
    // What the reader had handled before, by partition.
    const before = first.records.slice(0, 20);
    const setBack = async (positions: readonly Position[]) =>
      positions.flatMap((position) => {
        const isHere = ({ partition }: ReceivedRecord) => partition === position.partition;
        const nextOffset = before.filter(isHere).length;
        return nextOffset < Number(position.nextOffset)
          ? [{ ...position, nextOffset: String(nextOffset) }]
          : [];
      });

    const again = await logs.receive(group, undefined, { setBack });

    await eventually(() => expect(again.values()).toHaveLength(20), patient);
    expect(again.values().toSorted()).toEqual(keys.map((key) => `${key}:after`).toSorted());
    await again[Symbol.asyncDispose]();
    const last = await logs.receive(group);
    await publishSurely(log, [logs.record('key', 'key:last')]);
    await eventually(() => last.values().includes('key:last'), patient);
    expect(last.values()).toEqual(['key:last']);
  });

  test.each(['a batch', 'the store of offsets'])(
    'a subscription whose reader finds with %s that it lost commits reads again from where the reader is',
    async (where) => {
      await using logs = await openLogs(server());
      const log = logs.open();
      const group = newGroup();
      let hasLost = false;
      let mustReadAgain = false;
      let isLast = false;
      const loseOnce = (): void => {
        if (hasLost || !isLast) return;
        hasLost = true;
        mustReadAgain = true;
        throw new PositionLostError('the database has lost commits');
      };
      const handle = async (records: readonly ReceivedRecord[]): Promise<void> => {
        isLast ||= records.some(({ value }) => value.includes('last'));
        if (where === 'a batch') loseOnce();
      };
      const beforeOffsets = async () => loseOnce();
      const setBack = async (positions: readonly Position[]) => {
        if (!mustReadAgain) return [];
        mustReadAgain = false;
        return positions.map((position) => ({ ...position, nextOffset: '0' }));
      };
      const sink = await logs.receive(group, handle, {
        setBack,
        ...(where === 'a batch' ? {} : { beforeOffsets }),
      });
      const patient = { timeoutMs: server().takeoverMaxMs };
      await publishSurely(log, [logs.record('key', 'key:first')]);
      await eventually(() => sink.values().includes('key:first'), patient);

      await publishSurely(log, [logs.record('key', 'key:last')]);

      await eventually(() => sink.values().includes('key:last'), patient);
      const times = () =>
        sink.records.filter(({ value }) => value.toString() === 'key:first').length;
      await eventually(() => times() > 1, patient);
    },
  );

  test('a consumer killed between handling and acknowledging loses nothing', async () => {
    await using logs = await openLogs(server());
    const log = logs.open();
    const group = newGroup();
    const published = numbered(6, 60);
    const child = await logs.startReader('stuck-consumer.ts', group);
    await publishSurely(log, logs.records(published));
    const { values } = await child.logged('handled, not acknowledged');
    expect(values).not.toHaveLength(0);

    child.signal('SIGKILL');
    await child.exit();
    // kafkajs floods it with warnings about its timers unless these are patched.
    expect(child.stderr()).toBe('');

    const received = await logs.receive(group);
    await eventually(() => received.values().length === published.length, {
      timeoutMs: server().takeoverMaxMs,
    });
    expectCompleteAndInOrder(received.values(), published);
  });

  test('the lag goes to zero; what was handled before it did never comes again, even after a kill', async () => {
    await using logs = await openLogs(server());
    const log = logs.open();
    const group = newGroup();
    const published = numbered(12, 240);
    const count = { COUNT: String(published.length) };
    const child = await logs.startReader('counting-consumer.ts', group, count);
    await publishSurely(log, logs.records(published));
    await child.logged('nothing waits');

    child.signal('SIGKILL');
    await child.exit();
    await publishSurely(log, [logs.record('key0', 'key0:after')]);

    const received = await logs.receive(group);
    await eventually(() => received.values().includes('key0:after'), {
      timeoutMs: server().takeoverMaxMs,
    });
    expect(received.values()).toEqual(['key0:after']);
  });

  test('two processes of a group never handle a partition at once; when one joins or leaves, nothing is lost or skipped', async () => {
    await using logs = await openLogs(server());
    const log = logs.open();
    const group = newGroup();
    const into: ReceivedRecord[] = [];
    const published: { key: string; value: string }[] = [];
    const seenBy = new Map<string, number>();
    const inHand = new Set<number>();
    let handledTwice = false;
    let handlingMs = 0;
    const member = (name: string) =>
      logs.receive(
        group,
        async (records) => {
          seenBy.set(name, (seenBy.get(name) ?? 0) + records.length);
          const partitions = new Set(records.map(({ partition }) => partition));
          handledTwice ||= [...partitions].some((partition) => inHand.has(partition));
          for (const partition of partitions) inHand.add(partition);
          await delay(handlingMs);
          for (const partition of partitions) inHand.delete(partition);
        },
        { into },
      );
    async function publishUntil(condition: () => boolean): Promise<void> {
      await eventually(
        async () => {
          const next = numbered(40, 40).map(({ key }, i) => ({
            key,
            value: `${key}:${published.length + i}`,
          }));
          await publishSurely(log, logs.records(next));
          published.push(...next);
          return condition();
        },
        { timeoutMs: server().takeoverMaxMs },
      );
    }
    const first = await member('first');
    await publishUntil(() => seenBy.has('first'));

    handlingMs = SLOW_HANDLING_MS;
    seenBy.clear();
    await publishUntil(() => seenBy.has('first'));
    await member('second');
    // On the log in Postgres the second stands by.
    const isShared = server().config.kafkaBrokers !== undefined;
    const bothRun = () => seenBy.has('first') && seenBy.has('second') === isShared;
    await publishUntil(bothRun);
    handlingMs = 0;
    seenBy.clear();
    await publishUntil(bothRun);

    const leaving = first[Symbol.asyncDispose]();
    await publishUntil(() => true);
    await leaving;
    seenBy.clear();
    await publishUntil(() => (seenBy.get('second') ?? 0) > 40);

    await eventually(() => first.values().length === published.length, {
      timeoutMs: server().takeoverMaxMs,
    });
    expectCompleteAndInOrder(first.values(), published);
    expect(seenBy.has('first')).toBe(false);
    expect(handledTwice).toBe(false);
  });
}
