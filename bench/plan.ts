/** How much is measured. Everything is bounded: a whole run ends within a few minutes. */
export type Plan = {
  readonly connections: number;
  readonly warmUpMs: number;
  readonly roundMs: number;
  /** Of ours and of the floor each, in turn. */
  readonly rounds: number;
  readonly finishedCharges: number;
  readonly payments: {
    readonly perSecond: number;
    readonly warmUpCount: number;
    readonly count: number;
  };
};

export const FULL: Plan = {
  connections: 32,
  warmUpMs: 8_000,
  roundMs: 1_000,
  rounds: 12,
  finishedCharges: 200,
  payments: { perSecond: 50, warmUpCount: 200, count: 1_000 },
};

export const QUICK: Plan = {
  ...FULL,
  warmUpMs: 3_000,
  rounds: 3,
  payments: { perSecond: 50, warmUpCount: 100, count: 250 },
};
