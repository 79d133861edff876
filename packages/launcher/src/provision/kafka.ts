import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@entrada/platform/testing/free-port';
import { cacheFolder, fillOnce } from './cache-folder.ts';
import type { Container } from './docker.ts';
import { type Part, providePrivate } from './provide.ts';
import { deathSignalPrefix, type ServerProcess, startAnswering } from './server-process.ts';
import { startLocally, type TestServer, type TestServerOptions } from './test-server.ts';
import {
  fetching,
  installCommand,
  JAVA,
  MAVEN,
  requireTools,
  type Say,
  type Tool,
  Unavailable,
} from './tools.ts';

const KAFKA_VERSION = '4.1.0';
const KAFKA_ARTIFACT = 'kafka_2.13';
/** Kafka's jars leave the choice of a logger open; without one the broker would say nothing at all. */
const LOGGER_VERSION = '2.24.3';
const DOWNLOAD_WAIT_MAX_MS = 600_000;

const POM = `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>entrada</groupId><artifactId>kafka-jars</artifactId><version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId><artifactId>${KAFKA_ARTIFACT}</artifactId><version>${KAFKA_VERSION}</version>
    </dependency>
    <dependency>
      <groupId>org.apache.logging.log4j</groupId><artifactId>log4j-slf4j-impl</artifactId><version>${LOGGER_VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;

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

/** Warnings and the one line that says the broker is ready. */
const LOG_SETTINGS = `status = error
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
const SINGLE_BROKER_SETTINGS = {
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

const JAVA_MAJOR_MIN = 17;
const HEAP = ['-Xms256m', '-Xmx512m'];
/** Halves the processor time of a start; in the long run compiled code would be faster without. */
const QUICK_START = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
const FORMAT_WAIT_MAX_MS = 60_000;
const START_WAIT_MAX_MS = 90_000;
const STOP_WAIT_MAX_MS = 15_000;
const STARTED_LINE = 'Kafka Server started';

/** A real broker in KRaft mode on this machine's Java, in a temporary folder. */
export async function startLocalKafka(
  options: TestServerOptions = {},
  say: Say = () => {},
): Promise<TestServer> {
  await requireJava();
  const jars = await kafkaJars(say);
  const folder = mkdtempSync(join(tmpdir(), 'entrada-kafka-'));
  const host = options.advertise ?? '127.0.0.1';
  const port = await freePort(host);
  let prepared: Promise<void> | undefined;
  return startLocally(`${host}:${port}`, folder, async () => {
    prepared ??= prepareFolder({ folder, jars, host, port, options });
    await prepared;
    return launchBroker({ folder, jars, options });
  });
}

async function requireJava(): Promise<void> {
  requireTools(kafkaTools(), `Apache Kafka ${KAFKA_VERSION}`);
  const { stderr } = await promisify(execFile)(JAVA.command, ['-version']);
  const major = Number(/version "(\d+)/.exec(stderr)?.[1]);
  if (major >= JAVA_MAJOR_MIN) return;
  throw new Unavailable(
    `Apache Kafka ${KAFKA_VERSION} needs Java ${JAVA_MAJOR_MIN} or later, and the one on the path is ${major}. Enable it with: ${installCommand([JAVA])}`,
  );
}

type Preparing = {
  folder: string;
  jars: string;
  /** The one address that clients use, wherever they are: Kafka refuses two on the same port. */
  host: string;
  port: number;
  options: TestServerOptions;
};

async function prepareFolder(preparing: Preparing): Promise<void> {
  const { folder, jars, options } = preparing;
  const { scramUsers = {} } = options;
  const properties = brokerProperties(preparing, await freePort());
  writeFileSync(join(folder, 'server.properties'), properties);
  writeFileSync(join(folder, 'log4j2.properties'), LOG_SETTINGS);
  await promisify(execFile)(
    JAVA.command,
    [
      ...QUICK_START,
      ...javaArgs(folder, jars),
      'kafka.tools.StorageTool',
      'format',
      '--standalone',
      `--cluster-id=${randomBytes(16).toString('base64url')}`,
      `--config=${join(folder, 'server.properties')}`,
      ...Object.entries(scramUsers).map(
        ([name, password]) => `--add-scram=SCRAM-SHA-512=[name=${name},password=${password}]`,
      ),
    ],
    { timeout: FORMAT_WAIT_MAX_MS },
  );
}

type Launching = { folder: string; jars: string; options: TestServerOptions };

function launchBroker({ folder, jars, options }: Launching): Promise<ServerProcess> {
  const { onLog, signal, isBrief = false } = options;
  let started = false;
  const [program = JAVA.command, ...args] = [
    ...deathSignalPrefix('SIGKILL'),
    JAVA.command,
    ...(isBrief ? QUICK_START : []),
    ...javaArgs(folder, jars),
    'kafka.Kafka',
    join(folder, 'server.properties'),
  ];
  const server = {
    name: 'Kafka',
    command: [program, ...args],
    stopSignal: 'SIGTERM',
    stopWaitMaxMs: STOP_WAIT_MAX_MS,
    onLog: (line: string) => {
      started ||= line.includes(STARTED_LINE);
      onLog?.(line);
    },
  } as const;
  return startAnswering(server, async () => started, { waitMaxMs: START_WAIT_MAX_MS, signal });
}

function javaArgs(folder: string, jars: string): string[] {
  return [
    ...HEAP,
    `-Dlog4j2.configurationFile=${join(folder, 'log4j2.properties')}`,
    '-cp',
    join(jars, '*'),
  ];
}

function brokerProperties(
  { folder, host, port, options: { properties, listeners } }: Preparing,
  controllerPort: number,
): string {
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

function cachedKafkaJars(): string {
  return cacheFolder(`kafka-${KAFKA_VERSION}`);
}

/** What running Kafka needs on the path: Maven only until the jars are here. */
function kafkaTools(): Tool[] {
  return existsSync(cachedKafkaJars()) ? [JAVA] : [JAVA, MAVEN];
}

/** The folder of Kafka's jars, fetched once. */
async function kafkaJars(say: Say): Promise<string> {
  const folder = cachedKafkaJars();
  await fillOnce(folder, async (unfinished) => {
    requireTools([MAVEN], 'Fetching Apache Kafka');
    say(`Fetching Apache Kafka ${KAFKA_VERSION} with Maven into ${folder} (once, a minute)...`);
    await download(unfinished);
  });
  return folder;
}

async function download(jars: string): Promise<void> {
  const pom = join(jars, 'pom.xml');
  writeFileSync(pom, POM);
  const args = ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${jars}`];
  await fetching('Maven could not fetch Apache Kafka', MAVEN.command, args, {
    timeout: DOWNLOAD_WAIT_MAX_MS,
  });
  if (!existsSync(join(jars, `${KAFKA_ARTIFACT}-${KAFKA_VERSION}.jar`))) {
    throw new Error(`Maven ended well, but Kafka's jar is not in ${jars}.`);
  }
}
