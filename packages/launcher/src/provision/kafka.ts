import type { Container } from './docker.ts';
import { KAFKA_VERSION, kafkaTools } from './kafka-jars.ts';
import { SINGLE_BROKER_SETTINGS } from './kafka-settings.ts';
import { STARTED_LINE, startLocalKafka } from './local-kafka.ts';
import { type Part, providePrivate } from './provide.ts';
import type { TestServer, TestServerOptions } from './test-server.ts';

export const KAFKA: Part = {
  name: 'Kafka',
  addressVariable: 'TEST_KAFKA_BROKERS',
  sourceVariable: 'TEST_KAFKA_SOURCE',
  skipVariable: 'SKIP_KAFKA',
  container: kafkaContainer,
  tools: kafkaTools,
  startLocal: startLocalKafka,
};

/** A Kafka of the caller's own, to stop, kill and restart; `advertise` gives it another address. */
export function startPrivateKafka(options: TestServerOptions = {}): Promise<TestServer> {
  return providePrivate(KAFKA, { isBrief: true, ...options });
}

const CLIENT_PORT = 9092;

function kafkaContainer(): Container {
  return {
    image: `apache/kafka:${KAFKA_VERSION}`,
    port: CLIENT_PORT,
    environment: (hostPort) => ({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_LISTENERS: `LOCAL://:${CLIENT_PORT},INSIDE://:9094,CONTROLLER://:9093`,
      // Clients come through the published port; the broker itself reaches its own from inside.
      KAFKA_ADVERTISED_LISTENERS: `LOCAL://localhost:${hostPort},INSIDE://localhost:9094`,
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_INTER_BROKER_LISTENER_NAME: 'INSIDE',
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'LOCAL:PLAINTEXT,INSIDE:PLAINTEXT,CONTROLLER:PLAINTEXT',
      ...asEnvironment(SINGLE_BROKER_SETTINGS),
    }),
    startedLine: STARTED_LINE,
    address: (host, port) => `${host}:${port}`,
  };
}

function asEnvironment(settings: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      `KAFKA_${name.replaceAll('.', '_').toUpperCase()}`,
      value,
    ]),
  );
}
