// Node does not find this export of kafkajs by name.

import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import kafkajs, { type Admin } from 'kafkajs';
import { pino } from 'pino';
import { DAY_MS } from '../../time/units.ts';
import type { Durability } from '../open-event-log.ts';
import { disconnected, type KafkaClient, type KafkaConnection, openKafkaClient } from './client.ts';

type Options = {
  readonly connection: KafkaConnection;
  readonly topics: readonly string[];
  readonly partitions: number;
} & Durability;

/** Long enough to consume again after a database was restored to an older point. */
const RETENTION_MS = 30 * DAY_MS;
const READY_MAX_MS = 30_000;
const POLL_EVERY_MS = 100;

/** Creates the topics that are missing, and returns when every partition can be written to. */
export async function createKafkaTopics(options: Options): Promise<void> {
  const { connection, topics, partitions, replicationFactor, minInsyncReplicas } = options;
  const log = pino({ level: 'silent' });
  const admin = openKafkaClient({ connection, clientId: 'topics', log }).kafka.admin();
  await admin.connect();
  try {
    const known = new Set(await admin.listTopics());
    const missing = topics.filter((topic) => !known.has(topic));
    if (missing.length > 0) await requireBrokers(admin, replicationFactor);
    await admin.createTopics({
      // kafkajs would fail instead of waiting when the broker does not know the topic yet.
      waitForLeaders: false,
      topics: missing.map((topic) => ({
        topic,
        numPartitions: partitions,
        replicationFactor,
        configEntries: [
          { name: 'retention.ms', value: String(RETENTION_MS) },
          { name: 'min.insync.replicas', value: String(minInsyncReplicas) },
        ],
      })),
    });
    for (const topic of topics) await ready(admin, topic, partitions);
  } finally {
    await admin.disconnect();
  }
}

async function requireBrokers(admin: Admin, replicationFactor: number): Promise<void> {
  const { brokers } = await admin.describeCluster();
  if (brokers.length >= replicationFactor) return;
  throw new Error(
    `Kafka has ${brokers.length} brokers and KAFKA_REPLICATION_FACTOR is ${replicationFactor}: run more brokers, ` +
      'or where records may be lost set KAFKA_REPLICATION_FACTOR=1 and KAFKA_MIN_INSYNC_REPLICAS=1.',
  );
}

/** The broker names a leader shortly before that leader serves; a request for offsets proves it. */
async function ready(admin: Admin, topic: string, partitions: number): Promise<void> {
  const giveUpAt = Date.now() + READY_MAX_MS;
  for (;;) {
    const actual = await partitionsServed(admin, topic);
    if (actual === partitions) return;
    if (actual > 0) {
      // More partitions would move existing keys, and their records could overtake earlier ones.
      throw new Error(`topic ${topic} has ${actual} partitions, not ${partitions}`);
    }
    if (Date.now() > giveUpAt) throw new Error(`topic ${topic} is not served yet`);
    await delay(POLL_EVERY_MS);
  }
}

async function partitionsServed(admin: Admin, topic: string): Promise<number> {
  const offsets = await admin.fetchTopicOffsets(topic).catch(() => []);
  return offsets.length;
}

type Topic = Durability & { readonly name: string; readonly partitions: readonly number[] };

const MIN_INSYNC = 'min.insync.replicas';

/** For each topic that is less durable than wanted: what is wrong and how to fix it. */
export async function weakTopics(
  admin: Admin,
  names: readonly string[],
  wanted: Durability,
): Promise<string[]> {
  const { brokers } = await admin.describeCluster();
  const nodes = brokers.map(({ nodeId }) => nodeId);
  const [server] = brokers.map(({ host, port }) => `${host}:${port}`);
  const topics = await describeTopics(admin, names);
  return topics
    .filter((topic) => isWeak(topic, wanted))
    .map((topic) => {
      const is = `replication factor ${topic.replicationFactor} and ${MIN_INSYNC} ${topic.minInsyncReplicas}`;
      const needs = `${wanted.replicationFactor} and ${wanted.minInsyncReplicas} are required`;
      const fix = fixFor(topic, wanted, { server: server ?? '<broker>', nodes });
      return `Topic ${topic.name} has ${is}; ${needs}. ${fix}`;
    });
}

function isWeak(topic: Durability, wanted: Durability): boolean {
  return (
    topic.replicationFactor < wanted.replicationFactor ||
    topic.minInsyncReplicas < wanted.minInsyncReplicas
  );
}

async function describeTopics(admin: Admin, names: readonly string[]): Promise<Topic[]> {
  const { topics } = await admin.fetchTopicMetadata({ topics: [...names] });
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: names.map((name) => ({
      type: kafkajs.ConfigResourceTypes.TOPIC,
      name,
      configNames: [MIN_INSYNC],
    })),
  });
  const minOf = new Map(
    resources.map(({ resourceName, configEntries }) => [
      resourceName,
      Number(configEntries.find(({ configName }) => configName === MIN_INSYNC)?.configValue ?? 0),
    ]),
  );
  return topics.map(({ name, partitions }) => ({
    name,
    partitions: partitions.map(({ partitionId }) => partitionId),
    replicationFactor: Math.min(...partitions.map(({ replicas }) => replicas.length)),
    minInsyncReplicas: minOf.get(name) ?? 0,
  }));
}

type ClusterAddress = { readonly server: string; readonly nodes: readonly number[] };

function fixFor(topic: Topic, wanted: Durability, { server, nodes }: ClusterAddress): string {
  if (nodes.length < wanted.replicationFactor) {
    return `Kafka has ${nodes.length} brokers: run at least ${wanted.replicationFactor}, then start again.`;
  }
  const commands: string[] = [];
  if (topic.replicationFactor < wanted.replicationFactor) {
    const plan = JSON.stringify(reassignment(topic, wanted, nodes));
    commands.push(
      `echo '${plan}' > plan.json && kafka-reassign-partitions.sh --bootstrap-server ${server} --reassignment-json-file plan.json --execute`,
    );
  }
  if (topic.minInsyncReplicas < wanted.minInsyncReplicas) {
    commands.push(
      `kafka-configs.sh --bootstrap-server ${server} --alter --entity-type topics --entity-name ${topic.name} --add-config ${MIN_INSYNC}=${wanted.minInsyncReplicas}`,
    );
  }
  return `Fix it with: ${commands.join(' && ')}`;
}

/** Spreads the replicas of each partition round-robin over the brokers. */
function reassignment(
  { name, partitions }: Topic,
  { replicationFactor }: Durability,
  nodes: readonly number[],
) {
  return {
    version: 1,
    partitions: partitions
      .toSorted((one, other) => one - other)
      .map((partition) => ({
        topic: name,
        partition,
        replicas: Array.from(
          { length: replicationFactor },
          (_, place) => nodes[(partition + place) % nodes.length],
        ),
      })),
  };
}

/** What the broker lets this client do with a topic is a set of bits; these are ALL and WRITE of Kafka's `AclOperation`. */
const ALL = 1 << 2;
const WRITE = 1 << 4;
/** The lowest version of the request that asks for it; kafkajs knows versions up to 6. */
const METADATA = { apiKey: 3, apiVersion: 8, apiName: 'Metadata' } as const;
const CREATE_CLUSTER = 'private:Kafka:createCluster';

type Encoder = {
  writeNullableArray(values: readonly string[]): Encoder;
  writeBoolean(value: boolean): Encoder;
};
type Decoder = {
  readInt16(): number;
  readInt32(): number;
  readString(): string;
  readBoolean(): boolean;
  readArray<T>(read: (decoder: Decoder) => T): T[];
};
type Broker = {
  readonly connectionPool: { send(call: unknown): Promise<readonly TopicRights[]> };
};
type KafkaCluster = {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  refreshMetadata(): Promise<void>;
  findControllerBroker(): Promise<Broker>;
};
type TopicRights = { readonly name: string; readonly operations: number };

const load = createRequire(import.meta.url);

/** For each topic that this client may write and that is not its own: what is wrong and how to fix it. */
export async function foreignKafkaTopics(
  connect: () => KafkaClient,
  { all, own }: { readonly all: readonly string[]; readonly own: readonly string[] },
): Promise<string[]> {
  const described = await describeRights(connect(), all);
  return described
    .filter(({ name, operations }) => (operations & (ALL | WRITE)) !== 0 && !own.includes(name))
    .map(
      ({ name }) =>
        `This service may write topic ${name}, which another service writes. Turn on an authorizer, deny what no ACL allows, ` +
        'and give each service its own user (deploy/helm/entrada/examples/strimzi.yaml).',
    );
}

async function describeRights(
  client: KafkaClient,
  topics: readonly string[],
): Promise<TopicRights[]> {
  const cluster = clusterOf(client);
  try {
    await cluster.connect();
    await cluster.refreshMetadata();
    const { connectionPool } = await cluster.findControllerBroker();
    const response = {
      decode: async (raw: unknown) => decode(raw),
      parse: async (it: unknown) => it,
    };
    return [...(await connectionPool.send({ request: requestFor(topics), response }))];
  } finally {
    await disconnected(cluster, client);
  }
}

/** kafkajs has no public call for it. */
function clusterOf({ kafka }: KafkaClient): KafkaCluster {
  const symbol = Object.getOwnPropertySymbols(kafka).find(
    ({ description }) => description === CREATE_CLUSTER,
  );
  const create = symbol && (kafka as unknown as Record<symbol, unknown>)[symbol];
  if (typeof create !== 'function') throw new Error('this version of kafkajs has no clusters');
  return create({ allowAutoTopicCreation: false });
}

function requestFor(topics: readonly string[]) {
  const { Encoder } = { Encoder: load('kafkajs/src/protocol/encoder.js') as new () => Encoder };
  return {
    ...METADATA,
    encode: async () =>
      new Encoder()
        .writeNullableArray(topics)
        .writeBoolean(false) // allow_auto_topic_creation
        .writeBoolean(false) // include_cluster_authorized_operations
        .writeBoolean(true), // include_topic_authorized_operations
  };
}

function decode(raw: unknown): TopicRights[] {
  const { Decoder } = {
    Decoder: load('kafkajs/src/protocol/decoder.js') as new (raw: unknown) => Decoder,
  };
  const decoder = new Decoder(raw);
  decoder.readInt32(); // throttle_time_ms
  decoder.readArray((d) => [d.readInt32(), d.readString(), d.readInt32(), d.readString()]); // brokers
  decoder.readString(); // cluster_id
  decoder.readInt32(); // controller_id
  return decoder.readArray(topicIn);
}

function topicIn(decoder: Decoder): TopicRights {
  decoder.readInt16(); // error_code
  const name = decoder.readString();
  decoder.readBoolean(); // is_internal
  decoder.readArray(partitionIn);
  return { name, operations: decoder.readInt32() };
}

function partitionIn(decoder: Decoder): void {
  decoder.readInt16(); // error_code
  for (let field = 0; field < 3; field += 1) decoder.readInt32(); // partition, leader, leader_epoch
  for (let list = 0; list < 3; list += 1) decoder.readArray((d) => d.readInt32()); // replicas, isr, offline
}
