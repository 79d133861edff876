import { bytesOfBase64, bytesOfHex, hexOf } from './bytes.ts';
import type { Receipt } from './gen/api.ts';
import type { ReceiptKey } from './receipt-keys.ts';

const LEDGER_FORM = 'entrada-ledger-1';
const CHECKPOINT_FORM = 'entrada-checkpoint-1';
const PROOF_LENGTH_MAX = 256;
const HASH = /^[0-9a-f]{64}$/;

export type Transaction = Receipt['transaction'];
type Line = Transaction['lines'][number];
/** A transaction, the links from it to the next checkpoint, and the signature there. */
type LinkProof = Pick<Receipt, 'transaction' | 'chain' | 'checkpoint'>;

/** Why it proves nothing; null when it does. docs/receipts.md has the steps. */
export async function linkProblem(
  proof: LinkProof,
  keys: ReadonlyMap<string, ReceiptKey>,
): Promise<string | null> {
  const { transaction, chain, checkpoint } = proof;
  const signature = bytesOfBase64(checkpoint.signature);
  if (!isWellFormed(proof) || !signature) return 'its fields are missing or malformed';
  if (checkpoint.seq !== transaction.seq + chain.laterDigests.length) {
    return 'its proof does not reach the checkpoint';
  }
  const key = keys.get(checkpoint.keyId);
  if (!key) return `it is signed by key ${checkpoint.keyId}, which is not among the given keys`;
  if ((await hashAtEnd(proof)) !== checkpoint.hash) {
    return 'what it says is not what was signed: the transaction or its proof was changed';
  }
  const { seq, hash, signedAt } = checkpoint;
  const text = [CHECKPOINT_FORM, transaction.holderId, seq, hash, signedAt].join('\n');
  const isSigned = await crypto.subtle.verify('Ed25519', key, signature, bytesOf(text));
  return isSigned ? null : 'the signature is not of this key';
}

/** A space or a line break in a field would let one signed text be read as another transaction. */
function isWellFormed({ transaction, chain, checkpoint }: LinkProof): boolean {
  const { id, kind, holderId, chargeId, paymentLinkId, endToEndId, reference } = transaction;
  return (
    [id, kind, holderId].every(isWord) &&
    [chargeId, paymentLinkId, endToEndId, reference].every(isWordOrNull) &&
    transaction.lines.every(isLine) &&
    [transaction.seq, checkpoint.seq].every(Number.isSafeInteger) &&
    [transaction.at, checkpoint.signedAt].every(isOurTime) &&
    chain.laterDigests.length <= PROOF_LENGTH_MAX &&
    [chain.previous, ...chain.laterDigests, checkpoint.hash].every((hash) => HASH.test(hash))
  );
}

function isLine({ account, holderId, amountCents, balanceCents }: Line): boolean {
  const isBalance = balanceCents === null || Number.isSafeInteger(balanceCents);
  return (
    isWord(account) && isWordOrNull(holderId) && Number.isSafeInteger(amountCents) && isBalance
  );
}

/** A dash stands for null. */
function isWord(value: unknown): boolean {
  return typeof value === 'string' && /^\S+$/.test(value) && value !== '-';
}

function isWordOrNull(value: unknown): boolean {
  return value === null || isWord(value);
}

function isOurTime(text: unknown): boolean {
  const time = new Date(String(text));
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

async function hashAtEnd({ transaction, chain }: LinkProof): Promise<string> {
  let hash = await linked(chain.previous, await sha256(bytesOf(textOf(transaction))));
  for (const digest of chain.laterDigests) hash = await linked(hash, digest);
  return hash;
}

function textOf(transaction: Transaction): string {
  const { id, kind, holderId, seq, at, chargeId, paymentLinkId, endToEndId } = transaction;
  const names = [chargeId, paymentLinkId, endToEndId, transaction.reference].map(orDash);
  const lines = transaction.lines.map((line) =>
    [line.account, orDash(line.holderId), line.amountCents, orDash(line.balanceCents)].join(' '),
  );
  return [LEDGER_FORM, id, kind, holderId, seq, at, ...names, ...lines].join('\n');
}

function orDash(value: string | number | null): string {
  return value === null ? '-' : String(value);
}

function linked(previous: string, digest: string): Promise<string> {
  return sha256(bytesOfHex(previous + digest));
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
