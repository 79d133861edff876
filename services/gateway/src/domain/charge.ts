import { LIMITS } from '@entrada/contracts/limits';

export const CHARGE_STATUSES = ['PENDING', 'COMPLETED', 'EXPIRED', 'CANCELED'] as const;
export type ChargeStatus = (typeof CHARGE_STATUSES)[number];
export const REFUND_STATUSES = ['PROCESSING', 'SETTLED', 'FAILED'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** Seconds. */
export const EXPIRES_IN = {
  min: LIMITS.charge.expiresInSecondsMin,
  max: LIMITS.charge.expiresInSecondsMax,
};

/** What an open payment page follows. */
export type LinkStatus = {
  readonly status: ChargeStatus;
  /** Cents of all its payments, also of those that did not complete it. */
  readonly received: number;
};

/** How charges learned of something from the bank. */
export const TIMELINE_SOURCES = [
  'query',
  'cancel',
  'callback',
  'sweep',
  'expiry_check',
  'recheck',
  'returns',
] as const;
