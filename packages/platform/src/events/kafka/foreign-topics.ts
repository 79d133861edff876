import { createRequire } from 'node:module';
import { disconnected, type KafkaClient } from './client.ts';

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
  readonly connectionPool: { send(call: unknown): Promise<readonly Described[]> };
};
type Cluster = {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  refreshMetadata(): Promise<void>;
  findControllerBroker(): Promise<Broker>;
};
type Described = { readonly name: string; readonly operations: number };

const load = createRequire(import.meta.url);

/** For each topic that this client may write and that is not its own: what is wrong and how to fix it. */
export async function foreignKafkaTopics(
  connect: () => KafkaClient,
  { all, own }: { readonly all: readonly string[]; readonly own: readonly string[] },
): Promise<string[]> {
  const described = await describe(connect(), all);
  return described
    .filter(({ name, operations }) => (operations & (ALL | WRITE)) !== 0 && !own.includes(name))
    .map(
      ({ name }) =>
        `This service may write topic ${name}, which another service writes. Turn on an authorizer, deny what no ACL allows, ` +
        'and give each service its own user (deploy/helm/entrada/examples/strimzi.yaml).',
    );
}

async function describe(client: KafkaClient, topics: readonly string[]): Promise<Described[]> {
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
function clusterOf({ kafka }: KafkaClient): Cluster {
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

function decode(raw: unknown): Described[] {
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

function topicIn(decoder: Decoder): Described {
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
