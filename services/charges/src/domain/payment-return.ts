import type { AuditLine } from '@entrada/approvals/decision';
import { printable } from './unclear.ts';

export const FAILURE_CODES = [
  'insufficient_balance',
  'bank_refused',
  'bank_failed',
  'bank_reason',
  'bank_denied',
  'withdrawn',
] as const;

/** Why a refund failed: the code is for programs, the text for people. */
export type RefundFailure = {
  readonly code: (typeof FAILURE_CODES)[number];
  readonly text: string;
};

export const RefundFailure = {
  InsufficientBalance: { code: 'insufficient_balance', text: 'The balance does not cover it' },
  BankRefused: { code: 'bank_refused', text: 'The bank refused it' },
  BankFailed: { code: 'bank_failed', text: 'The bank could not return the money' },
  Withdrawn: { code: 'withdrawn', text: 'The ledger knows no such decision' },
  BankDenied: { code: 'bank_denied', text: 'The bank does not know the payment' },
} as const satisfies Record<string, RefundFailure>;

/** In the words of the bank; `otherwise` where it gave no reason. */
export function failureAtBank(reason: string | undefined, otherwise: RefundFailure): RefundFailure {
  return reason === undefined ? otherwise : { code: 'bank_reason', text: printable(reason) };
}

export const ReturnStatus = {
  Processing: 'PROCESSING',
  Settled: 'SETTLED',
  Failed: 'FAILED',
} as const;
export type ReturnStatus = (typeof ReturnStatus)[keyof typeof ReturnStatus];

/** Who asked for it: a client its refund, an operator the return of a payment in suspense, or nobody but the bank. */
export type ReturnOrigin = 'CLIENT' | 'OPERATOR' | 'BANK';

/** A return at the bank: the payment whose money goes back, and the id that the return has there. */
type ReturnKey = { readonly endToEndId: string; readonly bankId: string };

/** Money of a payment that goes back to its payer. The bank has one return under a key, and we have one row. */
export type PaymentReturn = ReturnKey & {
  readonly id: string;
  readonly origin: ReturnOrigin;
  /** Null where the payment belongs to no charge. */
  readonly chargeId: string | null;
  readonly accountId: string | null;
  readonly valueCents: number;
  /** What of it was taken from the charge's own value; the rest was paid beyond it. */
  readonly chargeCents: number;
  readonly status: ReturnStatus;
  /** In the client's words. */
  readonly reason: string;
  /** In the bank's words, such as `MED_FRAUDE`; empty where it does not say. */
  readonly natureza: string;
  /** Of one that settled after its failure, too. */
  readonly failure: RefundFailure | null;
  readonly createdAt: Date;
  /** When the bank returned the money. */
  readonly settledAt: Date | null;
  /** How often a background job has claimed it; each claim counts. */
  readonly attempt: number;
  /** Since when the bank says that it does not know the payment; null: it does not say so. */
  readonly deniedSince: Date | null;
};

/** A return that a client asked for. */
export type Refund = PaymentReturn & {
  readonly origin: 'CLIENT';
  readonly chargeId: string;
  readonly accountId: string;
};

/** Without a fingerprint where its request is lost. */
export type RequestedReturn = PaymentReturn & { readonly fingerprint: string | null };

type Beginning = Pick<
  PaymentReturn,
  'id' | 'endToEndId' | 'bankId' | 'origin' | 'valueCents' | 'createdAt'
> &
  Partial<Pick<PaymentReturn, 'reason' | 'natureza' | 'status' | 'failure' | 'attempt'>> & {
    readonly charge: { readonly id: string; readonly accountId: string } | null;
  };

/** One that nobody has taken further yet, where nothing else is said. */
export function newReturn({ charge, ...beginning }: Beginning): PaymentReturn {
  return {
    reason: '',
    natureza: '',
    status: ReturnStatus.Processing,
    failure: null,
    attempt: 0,
    ...beginning,
    chargeId: charge?.id ?? null,
    accountId: charge?.accountId ?? null,
    chargeCents: 0,
    settledAt: null,
    deniedSince: null,
  };
}

export type ReturnEnd = {
  readonly status: Exclude<ReturnStatus, 'PROCESSING'>;
  readonly at: Date;
  readonly recordedAt: Date;
  readonly failure: RefundFailure | null;
  /** As the bank made it. */
  readonly valueCents: number;
  /** What of it is taken from the charge's own value. */
  readonly chargeCents: number;
  /**
   * The ledger or the bank refused before the bank had begun the return. It ends nothing once somebody else has taken the
   * return further.
   */
  readonly isRefusal: boolean;
  /** Of the operators who ended it. */
  readonly auditLine?: AuditLine;
};

/** Ended by operators, and the audit log may not have it. */
export type UnrecordedFailure = { readonly id: string; readonly auditLine: AuditLine };

/** All that the bank must know. */
export type BankOrder = ReturnKey & { readonly valueCents: number };

export type ReturnAtBank = {
  /** DENIED: it does not know the payment. */
  readonly status: ReturnStatus | 'DENIED';
  readonly settledAt: Date | null;
  readonly failure: RefundFailure | null;
  /** The bank refused the request and knows of no such return. */
  readonly isRefusal: boolean;
};

/** A return as the bank lists it on its payment. */
export type ReportedReturn = {
  readonly bankId: string;
  readonly valueCents: number;
  readonly status: ReturnStatus;
  readonly natureza: string;
  readonly settledAt: Date | null;
};

/** A payment whose money goes back. */
export type ReturnedPayment = {
  readonly endToEndId: string;
  readonly txid: string | null;
  readonly chargeId: string | null;
  /** It completed its charge; what it has beyond that is the surplus. */
  readonly completes: boolean;
  readonly surplusCents: number;
};

/** A UUID without dashes. */
const CLIENT_FORM = /^[0-9a-f]{32}$/;
const OPERATOR_FORM = /^S[0-9a-f]{32}$/;

/** The Pix API takes letters and digits only. The form tells who asked for a return, whatever a restore has lost. */
export function bankIdOf(id: string, origin: 'CLIENT' | 'OPERATOR'): string {
  return `${origin === 'OPERATOR' ? 'S' : ''}${id.replaceAll('-', '')}`;
}

/**
 * Of a return that the bank reports. A refund is of the payment that completed its charge: where a restore has lost the
 * charge, nobody can hold money for it, and it is like one that the bank made by itself.
 */
function originOf(
  { bankId, natureza }: ReportedReturn,
  { completes }: ReturnedPayment,
): ReturnOrigin {
  if (natureza.startsWith('MED')) return 'BANK';
  if (completes && CLIENT_FORM.test(bankId)) return 'CLIENT';
  return OPERATOR_FORM.test(bankId) ? 'OPERATOR' : 'BANK';
}

/** The inverse of `bankIdOf`. */
export function idOfOwn(bankId: string): string {
  const hex = bankId.slice(-32);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return [...parts, hex.slice(20)].join('-');
}

/** What a report of the bank changes. */
export type ReturnChange =
  /** One that we did not know. Ours is pursued as if we had just stored it; a restore has lost it. */
  | {
      readonly type: 'found';
      readonly origin: ReturnOrigin;
      readonly reported: ReportedReturn;
      readonly chargeCents: number;
    }
  /** The bank's own has ended, or any that had failed was made after all. */
  | {
      readonly type: 'ended';
      readonly known: PaymentReturn;
      readonly reported: ReportedReturn;
      readonly chargeCents: number;
    }
  /** One of ours has ended: it is due now. */
  | { readonly type: 'due'; readonly known: PaymentReturn };

/** What changes, in the order of the report. A surplus goes back before the charge's own value. */
export function changesIn(
  payment: ReturnedPayment,
  reported: readonly ReportedReturn[],
  known: readonly PaymentReturn[],
): readonly ReturnChange[] {
  const byId = new Map(known.map((one) => [one.bankId, one]));
  let surplusCents = payment.surplusCents - surplusReturned(known);
  const chargeCentsOf = ({ status, valueCents }: ReportedReturn): number => {
    if (!payment.completes || status !== ReturnStatus.Settled) return 0;
    const taken = Math.min(valueCents, Math.max(0, surplusCents));
    surplusCents -= taken;
    return valueCents - taken;
  };
  return reported.flatMap((one): ReturnChange[] => {
    const before = byId.get(one.bankId);
    if (!before) return found(one, payment, chargeCentsOf);
    if (!hasEnded(before.status, one.status)) return [];
    const isPursued = before.origin !== 'BANK' && before.status === ReturnStatus.Processing;
    if (isPursued) return [{ type: 'due', known: before }];
    return [{ type: 'ended', known: before, reported: one, chargeCents: chargeCentsOf(one) }];
  });
}

/** One of ours is pursued, also to its failure. */
function found(
  reported: ReportedReturn,
  payment: ReturnedPayment,
  chargeCentsOf: (one: ReportedReturn) => number,
): ReturnChange[] {
  const origin = originOf(reported, payment);
  if (origin !== 'BANK') return [{ type: 'found', origin, reported, chargeCents: 0 }];
  if (reported.status === ReturnStatus.Failed) return [];
  return [{ type: 'found', origin, reported, chargeCents: chargeCentsOf(reported) }];
}

function hasEnded(before: ReturnStatus, after: ReturnStatus): boolean {
  if (before === ReturnStatus.Failed) return after === ReturnStatus.Settled;
  return before === ReturnStatus.Processing && after !== ReturnStatus.Processing;
}

function surplusReturned(known: readonly PaymentReturn[]): number {
  return known
    .filter(({ status }) => status === ReturnStatus.Settled)
    .reduce((sum, { valueCents, chargeCents }) => sum + valueCents - chargeCents, 0);
}
