import type { Charge } from './charge.ts';

/** Scripts hang on the last four digits of the amount, in cents: 123.99.01, so to say. */
const ENDING = 10_000;
const PAYER_WAITS_SECONDS = 3;
/** Later than any grace that a receiver gives after the end of a charge. */
const LATE_BY_SECONDS = 120;
const SURPLUS_CENTS = 100;

type Script = {
  readonly on: 'create' | 'remove';
  readonly afterSeconds: (charge: Charge) => number;
  readonly valueCents: (dueCents: number) => number;
  readonly times: number;
};

const PAYS: Script = {
  on: 'create',
  afterSeconds: () => PAYER_WAITS_SECONDS,
  valueCents: (due) => due,
  times: 1,
};

/** The table of README.md, in its order. */
const SCRIPTS: Readonly<Record<number, Script>> = {
  9901: PAYS,
  9902: { ...PAYS, afterSeconds: (charge) => charge.expiresInSeconds + LATE_BY_SECONDS },
  9903: { ...PAYS, times: 2 },
  9904: { ...PAYS, valueCents: (due) => due - 1 },
  9905: { ...PAYS, valueCents: (due) => due + SURPLUS_CENTS },
  9906: { ...PAYS, on: 'remove' },
};
const REFUSED_ENDING = 9907;

export type PlannedPayment = {
  readonly txid: string;
  readonly valueCents: number;
  readonly times: number;
  readonly dueAt: Date;
};

/** The payer whom this amount calls up when the charge is created or removed, if any. */
export function scriptedPayer(charge: Charge, on: Script['on'], now: Date): PlannedPayment | null {
  const script = SCRIPTS[charge.valueCents % ENDING];
  if (script?.on !== on) return null;
  return {
    txid: charge.txid,
    valueCents: script.valueCents(charge.valueCents),
    times: script.times,
    dueAt: new Date(now.getTime() + script.afterSeconds(charge) * 1000),
  };
}

/** True for an amount that every payer's bank refuses to send. */
export function isRefusedAmount(valueCents: number): boolean {
  return valueCents % ENDING === REFUSED_ENDING;
}
