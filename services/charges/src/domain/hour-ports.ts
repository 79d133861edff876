/** Hours that begin in the time from `from` to `to`, which is exclusive. */
export type HourSpan = {
  readonly accountId: string;
  readonly from: Date;
  readonly to: Date;
  /** If there are any, hours are added up from each of them to the next. */
  readonly starts?: readonly Date[];
};

/** The charges that were created in one UTC hour, and those of them that were paid, whenever that was. */
export type HourTotals = {
  readonly hour: Date;
  readonly createdCount: number;
  readonly createdCents: number;
  readonly paidCount: number;
  readonly paidCents: number;
};

export type ChargeHours = {
  /** Oldest first, without hours in which no charge was created. */
  totals(span: HourSpan): Promise<readonly HourTotals[]>;
  /** Adds changes of charges to the totals of their hours, each once, and gives how many. */
  addChanges(limit: number): Promise<number>;
};
