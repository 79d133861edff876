/** How much is measured. Everything is bounded. */
export const FULL = {
  connections: 32,
  warmUpMs: 8_000,
  roundMs: 1_000,
  /** Of ours and of the floor each, in turn. */
  rounds: 24,
  finishedCharges: 200,
  overload: { roundMs: 4_000, rounds: 5 },
  /** Payments at several rates, for so long each. */
  hops: { warmUpCount: 400, rates: [10, 50, 200], seconds: 10 },
  /** What one deposit costs, at a rate far below the knee; `stored` ones are made before the last measurement. */
  cost: { perSecond: 20, count: 200, stored: 1_000 },
  /** Half of the pages are those of account holders, half those of payers; `deposits` are made in a round of each side. */
  live: { pages: 2_000, rounds: 2, deposits: 1_250, perSecond: 50 },
  /** `credits` are booked in a round, with so many entries of the past in the tables. */
  ledger: { credits: 30_000, rounds: 3, warmUps: 1, storedEntries: 1_000_000 },
  /** Payments to be booked, in several states of the database; `backlog` in the one large round, 0: there is none. */
  booking: { credits: 20_000, rounds: 2, backlog: 100_000 },
  /** Of these charges, three times as many entries, and as many deliveries; 0: not measured. */
  growth: { charges: 10_000_000, rounds: 5, samples: 60 },
  /** `deliveries` are sent in a round; `stored` are finished ones that lie in the tables. */
  webhooks: {
    endpoints: 1_000,
    deliveries: 10_000,
    rounds: 3,
    stored: 1_000_000,
    perSecond: 100,
    count: 1_000,
  },
  /** Backlogs at one endpoint, in several states of the database, as for `booking`. */
  drain: { deliveries: 10_000, rounds: 3, backlog: 100_000 },
};

export type Plan = Readonly<typeof FULL>;

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
  live: { pages: 20, rounds: 1, deposits: 20, perSecond: 50 },
  // The rate of the last two thirds needs two batches, each of up to 1,000 records: more than 1,500 credits.
  ledger: { credits: 1_600, rounds: 1, warmUps: 0, storedEntries: 300 },
  booking: { credits: 1_600, rounds: 1, backlog: 1_700 },
  growth: { charges: 1_000, rounds: 1, samples: 5 },
  webhooks: { endpoints: 3, deliveries: 30, rounds: 1, stored: 30, perSecond: 20, count: 5 },
  drain: { deliveries: 30, rounds: 1, backlog: 60 },
};

/** A look at everything but growth, with the aim of six minutes. */
export const QUICK: Plan = {
  ...FULL,
  warmUpMs: 3_000,
  rounds: 3,
  overload: { roundMs: 2_000, rounds: 2 },
  hops: { warmUpCount: 200, rates: [10, 50, 200], seconds: 4 },
  cost: { perSecond: 20, count: 60, stored: 0 },
  // At this rate a round takes longer than the gateway waits before it reads open links again.
  live: { pages: 1_000, rounds: 1, deposits: 1_050, perSecond: 50 },
  ledger: { credits: 6_000, rounds: 1, warmUps: 1, storedEntries: 50_000 },
  booking: { credits: 5_000, rounds: 1, backlog: 0 },
  growth: { charges: 0, rounds: 3, samples: 40 },
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
