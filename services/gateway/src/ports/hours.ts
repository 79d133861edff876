import type { CountedParts } from '../domain/counted-hours.ts';

type Query = {
  readonly accountId: string;
  readonly from: string;
  readonly to: string;
  /** In seconds; empty: hour by hour. */
  readonly bucketStarts: number[];
};
type CountedBy<Part extends keyof CountedParts> = (
  query: Query,
) => Promise<NonNullable<CountedParts[Part]>>;

export type CountedHours = {
  readonly getChargeHours: CountedBy<'charges'>;
  readonly getHolderHours: CountedBy<'ledger'>;
  readonly getNotifiedHours: CountedBy<'webhooks'>;
};
