import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@entrada/platform/testing/free-port';
import type { Container } from './docker.ts';
import { KAFKA_VERSION, kafkaJars, kafkaTools } from './kafka-jars.ts';
import { brokerProperties, LOG_SETTINGS, SINGLE_BROKER_SETTINGS } from './kafka-settings.ts';
import { type Part, providePrivate } from './provide.ts';
import { deathSignalPrefix, type ServerProcess, startAnswering } from './server-process.ts';
import { startLocally, type TestServer, type TestServerOptions } from './test-server.ts';
import { installCommand, JAVA, requireTools, type Say, Unavailable } from './tools.ts';

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
  host: string;
  port: number;
  options: TestServerOptions;
};

async function prepareFolder(preparing: Preparing): Promise<void> {
  const { folder, jars, host, port, options } = preparing;
  const { properties: more, listeners, scramUsers = {} } = options;
  const controllerPort = await freePort();
  const broker = { folder, host, port, controllerPort, listeners, properties: more };
  const properties = brokerProperties(broker);
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
