/** Hours that begin in the time from `from` to `to`, which is exclusive. */
export type HourSpan = {
  readonly accountId: string;
  readonly from: Date;
  readonly to: Date;
  /** If there are any, the totals are one for each of them: of all hours until the next, or `to`. */
  readonly starts?: readonly Date[];
};

export const HOUR_AMOUNTS = ['createdCount', 'createdCents', 'paidCount', 'paidCents'] as const;

/** The charges that were created in one UTC hour, and those of them that were paid, whenever that was. */
export type HourTotals = { readonly hour: Date } & Readonly<
  Record<(typeof HOUR_AMOUNTS)[number], number>
>;

export type ChargeHours = {
  /** Oldest first; single hours only if a charge was created in them. */
  totals(span: HourSpan): Promise<readonly HourTotals[]>;
  /** Adds changes of charges to the totals of their hours, each once, and gives how many. */
  addChanges(limit: number): Promise<number>;
};
