import type { KeyObject } from 'node:crypto';
import { type Checkpoint, isSignedBy, keyIdOf } from './checkpoint.ts';
import { digestOf, type LinkedMovement, linkHash } from './link.ts';

/** Links between a transaction and the checkpoint that proves it, never more than between two checkpoints. */
export const PROOF_LENGTH_MAX = 256;

type Place = {
  readonly linked: LinkedMovement;
  /** The hash that the transaction is linked to. */
  readonly previous: Buffer;
  /** Digests of the transactions after it, up to the checkpoint's. */
  readonly laterDigests: readonly Buffer[];
  readonly checkpoint: Checkpoint;
};

/** A transaction, the links from it to the next checkpoint, and our signature there. */
export type LinkProof = {
  readonly transaction: Omit<LinkedMovement, 'at' | 'traceId'> & { readonly at: string };
  readonly chain: { readonly previous: string; readonly laterDigests: readonly string[] };
  readonly checkpoint: {
    readonly seq: number;
    readonly hash: string;
    readonly signedAt: string;
    readonly keyId: string;
    readonly signature: string;
  };
};

export function linkProofOf({ linked, previous, laterDigests, checkpoint }: Place): LinkProof {
  const { traceId: _, at, ...transaction } = linked;
  return {
    transaction: { ...transaction, at: at.toISOString() },
    chain: {
      previous: previous.toString('hex'),
      laterDigests: laterDigests.map((digest) => digest.toString('hex')),
    },
    checkpoint: {
      seq: checkpoint.seq,
      hash: checkpoint.hash.toString('hex'),
      signedAt: checkpoint.signedAt.toISOString(),
      keyId: checkpoint.keyId,
      signature: checkpoint.signature.toString('base64'),
    },
  };
}

/** Why it proves nothing; null when it does. Needs nothing but the public key. */
export function linkProblem(proof: LinkProof, publicKey: KeyObject): string | null {
  if (!isWellFormed(proof)) return 'its fields are missing or malformed';
  const { transaction, chain, checkpoint } = proof;
  if (checkpoint.keyId !== keyIdOf(publicKey)) {
    return `it is signed by key ${checkpoint.keyId}, the given one is ${keyIdOf(publicKey)}`;
  }
  if (chain.laterDigests.length > PROOF_LENGTH_MAX) return 'its proof is too long';
  if (checkpoint.seq !== transaction.seq + chain.laterDigests.length) {
    return 'its proof does not reach the checkpoint';
  }
  const hash = hashAtEnd(proof);
  if (hash.toString('hex') !== checkpoint.hash) {
    return 'what it says is not what was signed: the transaction or its proof was changed';
  }
  const signed: Checkpoint = {
    holderId: transaction.holderId,
    seq: checkpoint.seq,
    hash,
    signedAt: new Date(checkpoint.signedAt),
    keyId: checkpoint.keyId,
    signature: Buffer.from(checkpoint.signature, 'base64'),
  };
  return isSignedBy(signed, publicKey) ? null : 'the signature is not of this key';
}

const HASH = /^[0-9a-f]{64}$/;
/** A dash alone stands for null. */
const WORD = /^(?!-$)\S+$/;

/** Decoders forgive capital letters and extra characters: a proof has one spelling only. */
function isWellFormed({ transaction, chain, checkpoint }: LinkProof): boolean {
  const { signature } = checkpoint;
  return (
    isTransaction(transaction) &&
    Number.isSafeInteger(checkpoint.seq) &&
    [chain.previous, ...chain.laterDigests, checkpoint.hash].every((hash) => HASH.test(hash)) &&
    [transaction.at, checkpoint.signedAt].every(isOurTime) &&
    Buffer.from(signature, 'base64').toString('base64') === signature
  );
}

/** A space, a line break or a dash in a field would let the signed text be read as another transaction. */
function isTransaction(transaction: LinkProof['transaction']): boolean {
  const { id, kind, holderId, seq, chargeId, paymentLinkId, endToEndId, reference } = transaction;
  return (
    [id, kind, holderId].every(isWord) &&
    [chargeId, paymentLinkId, endToEndId, reference].every(isWordOrNull) &&
    Number.isSafeInteger(seq) &&
    transaction.lines.every(isLine)
  );
}

function isLine({
  account,
  holderId,
  amountCents,
  balanceCents,
}: LinkedMovement['lines'][number]): boolean {
  return (
    isWord(account) &&
    isWordOrNull(holderId) &&
    Number.isSafeInteger(amountCents) &&
    (balanceCents === null || Number.isSafeInteger(balanceCents))
  );
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' && WORD.test(value);
}

function isWordOrNull(value: unknown): boolean {
  return value === null || isWord(value);
}

function isOurTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

function hashAtEnd({ transaction, chain }: LinkProof): Buffer {
  const linked: LinkedMovement = { ...transaction, at: new Date(transaction.at), traceId: null };
  const own = linkHash(Buffer.from(chain.previous, 'hex'), digestOf(linked));
  return chain.laterDigests.reduce(
    (hash, digest) => linkHash(hash, Buffer.from(digest, 'hex')),
    own,
  );
}
