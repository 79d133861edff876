// Node does not find this export of kafkajs by name.
import kafkajs, { type Admin } from 'kafkajs';
import type { Durability } from '../durability.ts';

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
  const topics = await describe(admin, names);
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

async function describe(admin: Admin, names: readonly string[]): Promise<Topic[]> {
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

type Cluster = { readonly server: string; readonly nodes: readonly number[] };

function fixFor(topic: Topic, wanted: Durability, { server, nodes }: Cluster): string {
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
