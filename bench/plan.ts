/** How much is measured. Everything is bounded. */
export type Plan = {
  readonly connections: number;
  readonly warmUpMs: number;
  readonly roundMs: number;
  /** Of ours and of the floor each, in turn. */
  readonly rounds: number;
  readonly finishedCharges: number;
  readonly overload: { readonly roundMs: number; readonly rounds: number };
  /** Payments at several rates, for so long each. */
  readonly hops: {
    readonly warmUpCount: number;
    readonly rates: readonly number[];
    readonly seconds: number;
  };
  /** What one deposit costs, at a rate far below the knee; `stored` ones are made before the last measurement. */
  readonly cost: { readonly perSecond: number; readonly count: number; readonly stored: number };
  readonly ledger: {
    /** Of a round. */
    readonly credits: number;
    readonly rounds: number;
    /** Rounds before, that do not count. */
    readonly warmUps: number;
    /** Entries of the past that lie in the tables. */
    readonly storedEntries: number;
  };
  /** Payments to be booked, in several states of the database. */
  readonly booking: {
    /** Of a round. */
    readonly credits: number;
    readonly rounds: number;
    /** Of the one large round; 0: there is none. */
    readonly backlog: number;
  };
  readonly overview: {
    /** Of the one account that has any. */
    readonly charges: number;
    readonly rounds: number;
    /** Requests of a round, of each account. */
    readonly samples: number;
  };
  /** Of these charges, three times as many entries, and as many deliveries; 0: not measured. */
  readonly growth: { readonly charges: number; readonly rounds: number; readonly samples: number };
  readonly live: {
    /** Half of them of account holders, half of payers. */
    readonly pages: number;
    readonly rounds: number;
    /** Of a round, of each side: at this rate they take longer than the gateway waits before it reads open links again. */
    readonly deposits: number;
    readonly perSecond: number;
  };
  readonly webhooks: {
    readonly endpoints: number;
    /** Of a round. */
    readonly deliveries: number;
    readonly rounds: number;
    /** Finished deliveries that lie in the tables. */
    readonly stored: number;
    readonly perSecond: number;
    readonly count: number;
  };
  /** Backlogs at one endpoint, in several states of the database. */
  readonly drain: {
    /** Of a round. */
    readonly deliveries: number;
    readonly rounds: number;
    /** Of the one large round; 0: there is none. */
    readonly backlog: number;
  };
};

export const FULL: Plan = {
  connections: 32,
  warmUpMs: 8_000,
  roundMs: 1_000,
  rounds: 24,
  finishedCharges: 200,
  overload: { roundMs: 4_000, rounds: 5 },
  hops: { warmUpCount: 400, rates: [10, 50, 200], seconds: 10 },
  cost: { perSecond: 20, count: 200, stored: 1_000 },
  ledger: { credits: 30_000, rounds: 3, warmUps: 1, storedEntries: 1_000_000 },
  booking: { credits: 20_000, rounds: 2, backlog: 100_000 },
  overview: { charges: 2_000_000, rounds: 5, samples: 40 },
  growth: { charges: 10_000_000, rounds: 5, samples: 60 },
  live: { pages: 2_000, rounds: 2, deposits: 1_250, perSecond: 50 },
  webhooks: {
    endpoints: 1_000,
    deliveries: 10_000,
    rounds: 3,
    stored: 1_000_000,
    perSecond: 100,
    count: 1_000,
  },
  drain: { deliveries: 10_000, rounds: 3, backlog: 100_000 },
};

/** Measures nothing of worth, but everything: so that a test can see that each part still runs. */
export const TINY: Plan = {
  connections: 4,
  warmUpMs: 100,
  roundMs: 200,
  rounds: 1,
  finishedCharges: 4,
  overload: { roundMs: 300, rounds: 1 },
  hops: { warmUpCount: 2, rates: [10], seconds: 1 },
  cost: { perSecond: 20, count: 10, stored: 10 },
  // The rate of the last two thirds needs two batches, each of up to 1,000 records: more than 1,500 credits.
  ledger: { credits: 1_600, rounds: 1, warmUps: 0, storedEntries: 300 },
  booking: { credits: 1_600, rounds: 1, backlog: 1_700 },
  overview: { charges: 5_000, rounds: 1, samples: 4 },
  growth: { charges: 1_000, rounds: 1, samples: 5 },
  live: { pages: 20, rounds: 1, deposits: 20, perSecond: 50 },
  webhooks: { endpoints: 3, deliveries: 30, rounds: 1, stored: 30, perSecond: 20, count: 5 },
  drain: { deliveries: 30, rounds: 1, backlog: 60 },
};

/** A look at everything but growth, with the aim of six minutes. */
export const QUICK: Plan = {
  ...FULL,
  warmUpMs: 1_500,
  rounds: 3,
  overload: { roundMs: 2_000, rounds: 2 },
  hops: { warmUpCount: 200, rates: [10, 50, 200], seconds: 4 },
  cost: { perSecond: 20, count: 60, stored: 0 },
  ledger: { credits: 6_000, rounds: 1, warmUps: 1, storedEntries: 50_000 },
  booking: { credits: 5_000, rounds: 1, backlog: 0 },
  overview: { charges: 200_000, rounds: 2, samples: 20 },
  growth: { charges: 0, rounds: 3, samples: 40 },
  live: { pages: 1_000, rounds: 1, deposits: 1_050, perSecond: 50 },
  webhooks: {
    endpoints: 100,
    deliveries: 3_000,
    rounds: 2,
    stored: 50_000,
    perSecond: 100,
    count: 300,
  },
  drain: { deliveries: 3_000, rounds: 1, backlog: 0 },
};
