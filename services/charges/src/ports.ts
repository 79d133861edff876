import type { Charge, ChargeCompleted, Payment } from './domain/charge.ts';
import type { FeePlan } from './domain/fee.ts';
import type { Limits } from './domain/money.ts';

export type Charges = {
  insert(charge: Charge): Promise<void>;
  findByLink(paymentLinkId: string): Promise<Charge | null>;
  findByTxid(txid: string): Promise<Charge | null>;
};

/** Everything written inside `work` commits together, or not at all. */
type Transact = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

type Transaction = {
  /** No other transaction moves the charge until this one ends. */
  lockCharge(id: string): Promise<Charge | null>;
  /** Stores the new state and the fact that other services hear of. */
  complete(event: ChargeCompleted): Promise<void>;
};

/** Fails with UNAVAILABLE, TIMEOUT or BAD_UPSTREAM when it cannot tell. */
export type Bank = {
  /** Makes the charge payable and returns its copy-and-paste code. */
  open(charge: Pick<Charge, 'txid' | 'value'> & { expiresInSeconds: number }): Promise<string>;
  paymentsOf(txid: string): Promise<readonly Payment[]>;
};

export type Ports = {
  readonly charges: Charges;
  readonly transact: Transact;
  readonly bank: Bank;
  readonly now: () => Date;
  readonly newChargeIds: () => Pick<Charge, 'id' | 'paymentLinkId' | 'txid'>;
  readonly feePlan: FeePlan;
  readonly limits: Limits;
  readonly expiresInSeconds: number;
};
