/** Every topic has this many partitions on both event logs: consumers of one group scale up to it. */
export const PARTITIONS = 12;

export const Topic = {
  Charges: 'entrada.charges.v1',
  Ledger: 'entrada.ledger.v1',
} as const;
export type Topic = (typeof Topic)[keyof typeof Topic];
