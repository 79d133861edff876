import type { EventLog } from './event-log.ts';
import type { Progress } from './progress.ts';

/** Separates installations that share a Kafka: topics and groups get the prefix. */
export function prefixed(log: EventLog, prefix: string): EventLog {
  const withPrefix = (name: string) => prefix + name;
  const withoutTopicPrefix = <T extends { readonly topic: string }>(of: T): T => ({
    ...of,
    topic: of.topic.slice(prefix.length),
  });
  return {
    publish: (records) =>
      log.publish(records.map((record) => ({ ...record, topic: withPrefix(record.topic) }))),
    probe: () => log.probe(),
    subscribe: ({ group, topics, setBack }, onBatch) =>
      log.subscribe(
        {
          group: withPrefix(group),
          topics: topics.map(withPrefix),
          ...(setBack && {
            setBack: async (positions) =>
              (await setBack(positions.map(withoutTopicPrefix))).map((position) => ({
                ...position,
                topic: withPrefix(position.topic),
              })),
          }),
        },
        (records) => onBatch(records.map(withoutTopicPrefix)),
      ),
    [Symbol.asyncDispose]: () => log[Symbol.asyncDispose](),
  };
}

/** Metrics name topics without the prefix: rules select groups and topics by name. */
export function withoutPrefix(progress: Progress, prefix: string): Progress {
  return {
    ...progress,
    observed: (lags) =>
      progress.observed(lags.map((lag) => ({ ...lag, topic: lag.topic.slice(prefix.length) }))),
  };
}
