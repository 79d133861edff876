import type { KeyObject } from 'node:crypto';
import { type LinkProof, linkProblem } from './link-proof.ts';
import { MovementKind } from './posting.ts';

const FORM = 'entrada-receipt-1';

/** Each carries a proof of its own, so a receipt lists no more than these. */
export const RETURNS_LISTED_MAX = 100;

const ORIGINS: Partial<Readonly<Record<MovementKind, 'CLIENT' | 'BANK'>>> = {
  [MovementKind.RefundSettle]: 'CLIENT',
  [MovementKind.BankReturn]: 'BANK',
};

/** Money of the charge that went back to its payer, with its own proof. */
type ReceiptReturn = {
  readonly value: number;
  readonly origin: 'CLIENT' | 'BANK';
  /** The bank's reason. The books do not sign it. */
  readonly natureza: string | null;
  readonly at: string;
} & LinkProof;

/** What docs/receipts.md describes. */
export type Receipt = {
  readonly form: string;
  /** Oldest first. */
  readonly returns: readonly ReceiptReturn[];
  /** There are more returns than a receipt lists. */
  readonly hasMoreReturns: boolean;
} & LinkProof;

/** A public key: its id in receipts, and its bytes in base64url. */
export type ReceiptKey = { readonly keyId: string; readonly x: string };

export type ProvenReturn = { readonly proof: LinkProof; readonly natureza: string | null };

export function receiptOf(credit: LinkProof, returned: readonly ProvenReturn[]): Receipt {
  const listed = returned.slice(0, RETURNS_LISTED_MAX);
  return {
    form: FORM,
    ...credit,
    returns: listed.map(({ proof, natureza }) => ({ ...factsOf(proof), natureza, ...proof })),
    hasMoreReturns: returned.length > listed.length,
  };
}

/** Why a receipt proves nothing; null when it does. Needs nothing but the public key. */
export function receiptProblem(receipt: Receipt, publicKey: KeyObject): string | null {
  if (receipt.form !== FORM) return `its form is not ${FORM}`;
  if (!Array.isArray(receipt.returns) || typeof receipt.hasMoreReturns !== 'boolean') {
    return 'its list of returns is missing or malformed';
  }
  const problem = linkProblem(receipt, publicKey);
  if (problem) return problem;
  for (const [index, one] of receipt.returns.entries()) {
    const ofReturn = returnProblem(receipt, index, publicKey);
    if (ofReturn) return `return ${index + 1} (${one.at}): ${ofReturn}`;
  }
  return null;
}

/**
 * A return must say what its transaction says, be of the credited payment and on its chain, and be listed once. It may
 * have been booked before the credit.
 */
function returnProblem(receipt: Receipt, index: number, publicKey: KeyObject): string | null {
  const one = receipt.returns[index] as ReceiptReturn;
  const { chargeId, holderId, endToEndId } = receipt.transaction;
  const { transaction } = one;
  if (!transaction || !isReasonOrNull(one.natureza)) return 'its fields are missing or malformed';
  if (transaction.chargeId !== chargeId || transaction.holderId !== holderId) {
    return 'it is not of this charge';
  }
  // A client's refund names no payment: it is of the one that completed the charge.
  if (transaction.endToEndId !== null && transaction.endToEndId !== endToEndId) {
    return 'it is not of this payment';
  }
  const seqBefore = receipt.returns[index - 1]?.transaction.seq ?? 0;
  if (!(transaction.seq > seqBefore)) return 'it is listed twice or out of order';
  const { value, origin, at } = factsOf(one);
  if (one.value !== value || one.origin !== origin || one.at !== at || value <= 0) {
    return 'it is not what its transaction says';
  }
  return linkProblem(one, publicKey);
}

function isReasonOrNull(natureza: unknown): boolean {
  return natureza === null || typeof natureza === 'string';
}

/** Only what left the books towards the payer is a return; anything else has the value 0. */
function factsOf({ transaction }: LinkProof) {
  const origin = ORIGINS[transaction.kind];
  const value = transaction.lines
    .filter(({ account }) => account === 'settlement')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { value: origin ? value : 0, origin: origin ?? 'CLIENT', at: transaction.at };
}
