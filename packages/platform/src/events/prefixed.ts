import type { EventLog } from './event-log.ts';

/** Separates installations that share a Kafka: topics and groups get the prefix. */
export function prefixed(log: EventLog, prefix: string): EventLog {
  const withPrefix = (name: string) => prefix + name;
  return {
    publish: (records) =>
      log.publish(records.map((record) => ({ ...record, topic: withPrefix(record.topic) }))),
    subscribe: ({ group, topics }, onBatch) =>
      log.subscribe({ group: withPrefix(group), topics: topics.map(withPrefix) }, (records) =>
        onBatch(records.map((record) => ({ ...record, topic: record.topic.slice(prefix.length) }))),
      ),
    [Symbol.asyncDispose]: () => log[Symbol.asyncDispose](),
  };
}
