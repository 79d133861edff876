/** How many brokers hold each record, and how many must have it before a publish succeeds. */
export type Durability = { readonly replicationFactor: number; readonly minInsyncReplicas: number };

type Settings = {
  readonly kafkaReplicationFactor?: number | undefined;
  readonly kafkaMinInsyncReplicas?: number | undefined;
};

/** Survives the loss of one broker; a live deployment may set more, not less. */
export const DURABLE: Durability = { replicationFactor: 3, minInsyncReplicas: 2 };

export function durabilityOf(config: Settings): Durability {
  return {
    replicationFactor: config.kafkaReplicationFactor ?? DURABLE.replicationFactor,
    minInsyncReplicas: config.kafkaMinInsyncReplicas ?? DURABLE.minInsyncReplicas,
  };
}
