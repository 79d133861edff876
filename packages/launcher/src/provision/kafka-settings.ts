import { join } from 'node:path';

/** Warnings and the one line that says the broker is ready. */
export const LOG_SETTINGS = `status = error
appender.out.type = Console
appender.out.name = out
appender.out.layout.type = PatternLayout
appender.out.layout.pattern = %p %m (%c)%n
rootLogger.level = warn
rootLogger.appenderRef.out.ref = out
logger.started.name = kafka.server.KafkaRaftServer
logger.started.level = info
`;

/** What suits one broker that lives for a test run: no replicas, no waiting for more group members. */
export const SINGLE_BROKER_SETTINGS = {
  'auto.create.topics.enable': 'false',
  'group.initial.rebalance.delay.ms': '0',
  'group.min.session.timeout.ms': '1000',
  // A killed broker is taken back only when the controller has given up its earlier life.
  'broker.heartbeat.interval.ms': '200',
  'broker.session.timeout.ms': '1500',
  'offsets.topic.num.partitions': '4',
  'offsets.topic.replication.factor': '1',
  'transaction.state.log.num.partitions': '4',
  'transaction.state.log.replication.factor': '1',
  'transaction.state.log.min.isr': '1',
  'share.coordinator.state.topic.replication.factor': '1',
  'share.coordinator.state.topic.min.isr': '1',
  'log.cleaner.dedupe.buffer.size': '16777216',
} as const;

type Broker = {
  readonly folder: string;
  /** The one address that clients use, wherever they are: Kafka refuses two on the same port. */
  readonly host: string;
  readonly port: number;
  readonly controllerPort: number;
  readonly properties?: Readonly<Record<string, string>> | undefined;
  readonly listeners?: Readonly<Record<string, number>> | undefined;
};

export function brokerProperties(broker: Broker): string {
  const { folder, host, port, controllerPort, properties, listeners } = broker;
  const clients = Object.entries({ CLIENTS: port, ...listeners })
    .map(([name, own]) => `${name}://${host}:${own}`)
    .join();
  const settings = {
    'process.roles': 'broker,controller',
    'node.id': '1',
    'log.dirs': join(folder, 'data'),
    listeners: `${clients},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': clients,
    'controller.listener.names': 'CONTROLLER',
    'controller.quorum.bootstrap.servers': `127.0.0.1:${controllerPort}`,
    'inter.broker.listener.name': 'CLIENTS',
    'listener.security.protocol.map': 'CLIENTS:PLAINTEXT,CONTROLLER:PLAINTEXT',
    ...SINGLE_BROKER_SETTINGS,
    ...properties,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
