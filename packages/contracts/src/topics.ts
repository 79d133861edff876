/** Every topic has this many partitions on both event logs: consumers of one group scale up to it. */
export const PARTITIONS = 12;

export const Topic = {
  Charges: 'entrada.charges.v1',
  Ledger: 'entrada.ledger.v1',
} as const;
export type Topic = (typeof Topic)[keyof typeof Topic];

/**
 * Who publishes each topic and who consumes it. A topic has one producer; each pair has a key of its own, with which the
 * consumer recognizes events of the producer.
 */
export const EVENT_FLOWS = [
  { topic: Topic.Charges, producer: 'charges', consumer: 'ledger' },
  { topic: Topic.Charges, producer: 'charges', consumer: 'webhooks' },
  { topic: Topic.Ledger, producer: 'ledger', consumer: 'webhooks' },
] as const;
