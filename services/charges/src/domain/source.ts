/** What led to the look-up of a payment or charge; `returns` is the job that lists what the bank returned. */
export const SOURCES = [
  'query',
  'callback',
  'sweep',
  'recheck',
  'expiry',
  'cancel',
  'returns',
] as const;
export type Source = (typeof SOURCES)[number];
