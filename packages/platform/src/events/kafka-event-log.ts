import type { Runtime } from '../runtime/runtime.ts';
import type { EventLog } from './event-log.ts';
import { openKafkaClient } from './kafka/client.ts';
import type { KafkaConnection } from './kafka/connection.ts';
import { warnOfOutage } from './kafka/outage.ts';
import { asAdmin, checkTopics } from './kafka/probe.ts';
import { openPublisher } from './kafka/publish.ts';
import { startSubscription } from './kafka/subscription.ts';
import { UnknownTopic } from './unknown-topic.ts';

type Options = {
  readonly connection: KafkaConnection;
  readonly clientId: string;
  readonly runtime: Runtime;
  /** What topics and groups begin with; metrics leave it out. */
  readonly prefix?: string;
};

export function openKafkaEventLog({
  connection,
  clientId,
  runtime,
  prefix = '',
}: Options): EventLog {
  const connect = () => openKafkaClient({ connection, clientId, log: runtime.log });
  const resources = new AsyncDisposableStack();
  const { publish } = resources.use(openPublisher(connect));
  return {
    publish,
    async probe() {
      await asAdmin(connect, (admin) => admin.describeCluster());
    },
    async subscribe({ group, topics, setBack }, onBatch) {
      await checkTopics(connect, topics).catch((err) => {
        if (err instanceof UnknownTopic) throw err;
        warnOfOutage(runtime, { err, group });
      });
      return resources.use(
        startSubscription({ connect, runtime, group, topics, prefix, setBack }, onBatch),
      );
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
