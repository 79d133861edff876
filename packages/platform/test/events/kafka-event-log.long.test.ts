import { startPrivateKafka } from '../../../launcher/src/provision/kafka.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { describeEventLog } from './describe-event-log.ts';
import type { LogServer } from './log-server.ts';

describeNeeding(['postgres', 'kafka'], 'the event log on Kafka', () => describeEventLog(start));

async function start(): Promise<LogServer> {
  const server = await startPrivateKafka();
  return {
    config: { kafkaBrokers: server.address, kafkaReplicationFactor: 1, kafkaMinInsyncReplicas: 1 },
    consumerUrl: '',
    takeoverMaxMs: 90_000,
    stop: () => server.stop(),
    kill: () => server.kill(),
    restart: () => server.restart(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
