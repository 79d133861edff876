/** Decisions that need two people, by the rpc that makes them, and the services that carry each out. */
export const DECISIONS = {
  ResolveSuspense: ['ledger'],
  SetTerms: ['charges'],
  FailReturn: ['charges'],
  RepublishEvents: ['charges', 'ledger'],
  SetFrozen: ['auth'],
  Recover: ['charges'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type DecisionName = keyof typeof DECISIONS;

export function isDecisionName(text: string): text is DecisionName {
  return Object.hasOwn(DECISIONS, text);
}

/** So many payments, refunds or windows fit into one request to Recover and its line of the audit log. */
export const GIVEN_UP_AT_ONCE_MAX = 30;
