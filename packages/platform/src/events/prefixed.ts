import type { EventLog } from './event-log.ts';

/** A part of a shared Kafka for one installation alone: its topics and groups carry the prefix. */
export function prefixed(log: EventLog, prefix: string): EventLog {
  const inside = (name: string) => prefix + name;
  return {
    publish: (records) =>
      log.publish(records.map((record) => ({ ...record, topic: inside(record.topic) }))),
    subscribe: ({ group, topics }, onBatch) =>
      log.subscribe({ group: inside(group), topics: topics.map(inside) }, (records) =>
        onBatch(records.map((record) => ({ ...record, topic: record.topic.slice(prefix.length) }))),
      ),
    [Symbol.asyncDispose]: () => log[Symbol.asyncDispose](),
  };
}
