/** Why an attempt to deliver a webhook failed. */
export const CAUSE_CODES = [
  'gone',
  'redirected',
  'rejected',
  'timeout',
  'refused',
  'unresolved',
  'blocked',
  'insecure',
  'reset',
  'too_long',
  'malformed',
  'unopened',
] as const;
export type CauseCode = (typeof CAUSE_CODES)[number];
