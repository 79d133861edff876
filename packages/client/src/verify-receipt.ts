import { EntradaError } from './entrada-error.ts';
import type { Receipt, ReceiptReturn } from './gen/api.ts';
import { linkProblem, type Transaction } from './link-proof.ts';
import { importReceiptKeys, type ReceiptKey, type ReceiptKeys } from './receipt-keys.ts';

const FORM = 'entrada-receipt-1';
const CREDIT = 'DEPOSIT';
const ORIGINS: Readonly<Record<string, string>> = { REFUND_SETTLE: 'CLIENT', BANK_RETURN: 'BANK' };

export type ProvenReturn = {
  /** Cents. */
  readonly value: number;
  /** CLIENT: a refund. BANK: the bank returned it by itself. */
  readonly origin: string;
  readonly at: string;
};
/** What the signatures prove. */
export type ProvenReceipt = {
  readonly accountId: string;
  readonly chargeId: string | null;
  readonly paymentLinkId: string | null;
  readonly endToEndId: string | null;
  /** Credited to the account, in cents. */
  readonly creditedValue: number;
  readonly at: string;
  readonly signedAt: string;
  readonly keyId: string;
  /** What went back to the payer until the receipt was issued, oldest first. */
  readonly returns: readonly ProvenReturn[];
};

/**
 * Checks offline that the platform signed the credit of a receipt and each return that it lists. What
 * is not proven is an EntradaError, `invalid_receipt`. Get the keys once from
 * `/.well-known/entrada-receipt-keys.json` and keep them.
 */
export async function verifyReceipt(receipt: Receipt, keys: ReceiptKeys): Promise<ProvenReceipt> {
  const known = await importReceiptKeys(keys);
  const problem = await receiptProblem(receipt, known).catch(
    (cause) => `its fields are missing or malformed (${cause.message})`,
  );
  if (problem) {
    const sentence = `The receipt proves nothing: ${problem}`;
    throw new EntradaError(sentence, { code: 'invalid_receipt' });
  }
  return proven(receipt);
}

async function receiptProblem(
  receipt: Receipt,
  keys: ReadonlyMap<string, ReceiptKey>,
): Promise<string | null> {
  if (receipt.form !== FORM) return `its form is not ${FORM}`;
  if (receipt.transaction.kind !== CREDIT) return 'its transaction is not a credit';
  const problem = await linkProblem(receipt, keys);
  if (problem) return problem;
  let before: Transaction = receipt.transaction;
  for (const one of receipt.returns) {
    const ofReturn = returnProblem(one, before, receipt) ?? (await linkProblem(one, keys));
    if (ofReturn) return `return of ${one.at}: ${ofReturn}`;
    before = one.transaction;
  }
  return null;
}

/** A return must say what its transaction says, be on the chain of the credit, and be listed once. */
function returnProblem(
  { transaction, value, origin, at }: ReceiptReturn,
  before: Transaction,
  receipt: Receipt,
): string | null {
  const { chargeId, holderId } = receipt.transaction;
  if (transaction.chargeId !== chargeId || transaction.holderId !== holderId) {
    return 'it is not of this charge';
  }
  if (!(transaction.seq > before.seq)) return 'it is listed twice or out of order';
  const isSame =
    value === sumOf(transaction, 'settlement') &&
    origin === ORIGINS[transaction.kind] &&
    at === transaction.at;
  return isSame && value > 0 ? null : 'it is not what its transaction says';
}

function proven({ transaction, checkpoint, returns }: Receipt): ProvenReceipt {
  const { holderId, chargeId, paymentLinkId, endToEndId, at } = transaction;
  return {
    accountId: holderId,
    chargeId,
    paymentLinkId,
    endToEndId,
    creditedValue: sumOf(transaction, 'available'),
    at,
    signedAt: checkpoint.signedAt,
    keyId: checkpoint.keyId,
    returns: returns.map(({ value, origin, at: returnedAt }) => ({
      value,
      origin,
      at: returnedAt,
    })),
  };
}

function sumOf({ lines }: Transaction, account: string): number {
  return lines
    .filter((line) => line.account === account)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}
