import type { Payment } from './domain/payment.ts';
import type { Stores } from './store/stores.ts';

/** What use cases work with: the stores as they are, and everything that leaves the process. */
export type Ports = Stores & {
  /** Tells the receiver of payments, some time later; neither waits nor fails. */
  readonly sendCallbacks: (payments: readonly Payment[]) => void;
  readonly newLocation: () => string;
  readonly newEndToEndId: (paidAt: Date) => string;
  readonly newReturnId: (requestedAt: Date) => string;
  /** For a return that the bank makes by itself. */
  readonly newBankRefundId: () => string;
  /** True when amounts call up payers. */
  readonly scriptedAmounts: boolean;
  readonly refundSettlesAfterMs: number;
};

export type { Mail } from './store/mail-store.ts';
export type { Clock, Faults } from './store/shared-state.ts';
export type { Webhook } from './store/webhook-store.ts';
