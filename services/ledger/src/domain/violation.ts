/** What the auditor proves; docs/ledger.md lists them. A closed set: it labels a metric. */
export const INVARIANTS = {
  I1: 'every payment of the bank is booked, each exactly once',
  I2: 'the entries of a transaction sum to zero',
  I3: 'a balance is the sum of its entries',
  I4: 'a credit is the value minus the fee of its charge',
  I5: 'every credit has one event',
  I6: 'no event precedes its credit',
  I7: 'the credited account made the charge',
  I8: 'every transaction that is published has its event on the topic, and every event on the topic a row in the outbox',
  I9: 'the status of a charge changes only as the domain allows',
  returns:
    'money is held before it goes back, goes back once, and the bank and the books agree on it',
  amounts: 'every event tells the cents of its entries',
  hours: 'the hourly totals of an account are the sums of its transactions',
  chain: 'no link of a hash chain was changed, and its checkpoints are ours',
} as const;
type Invariant = keyof typeof INVARIANTS;

export type Violation = {
  readonly invariant: Invariant;
  /** What it is about: a charge, an account, a payment. */
  readonly subject: string;
  readonly expected: string;
  readonly found: string;
};

export function lineOf({ invariant, subject, expected, found }: Violation): string {
  return `${invariant}: ${subject}: expected ${expected}, found ${found}`;
}
