import type { KeyObject } from 'node:crypto';
import { type Checkpoint, isSignedBy, keyIdOf } from './checkpoint.ts';
import { digestOf, type Linked, linkHash } from './link.ts';

const FORM = 'entrada-receipt-1';

/** Links between a transaction and the checkpoint that proves it, never more than between two checkpoints. */
export const PROOF_LENGTH_MAX = 256;

type Proof = {
  readonly credit: Linked;
  /** The hash that the transaction is linked to. */
  readonly previous: Buffer;
  /** Digests of the transactions after it, up to the checkpoint's. */
  readonly laterDigests: readonly Buffer[];
  readonly checkpoint: Checkpoint;
};

/** What docs/receipts.md describes. */
export type Receipt = {
  readonly form: string;
  readonly transaction: Omit<Linked, 'at' | 'traceId'> & { readonly at: string };
  readonly chain: { readonly previous: string; readonly laterDigests: readonly string[] };
  readonly checkpoint: {
    readonly seq: number;
    readonly hash: string;
    readonly signedAt: string;
    readonly keyId: string;
    readonly signature: string;
  };
};

export function receiptOf({ credit, previous, laterDigests, checkpoint }: Proof): Receipt {
  const { traceId: _, at, ...transaction } = credit;
  return {
    form: FORM,
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

/** Why a receipt proves nothing; null when it does. Needs nothing but the public key. */
export function receiptProblem(receipt: Receipt, publicKey: KeyObject): string | null {
  if (receipt.form !== FORM) return `this is no ${FORM}`;
  if (!isWrittenOurWay(receipt)) return 'it is not written the way we write receipts';
  const { transaction, chain, checkpoint } = receipt;
  if (checkpoint.keyId !== keyIdOf(publicKey)) {
    return `it is signed by key ${checkpoint.keyId}, the given one is ${keyIdOf(publicKey)}`;
  }
  if (chain.laterDigests.length > PROOF_LENGTH_MAX) return 'its proof is too long';
  if (checkpoint.seq !== transaction.seq + chain.laterDigests.length) {
    return 'its proof does not reach the checkpoint';
  }
  const hash = hashAtEnd(receipt);
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

/** Decoders forgive capital letters and stray characters: a receipt has one spelling only. */
function isWrittenOurWay({ transaction, chain, checkpoint }: Receipt): boolean {
  const { signature } = checkpoint;
  return (
    [chain.previous, ...chain.laterDigests, checkpoint.hash].every((hash) => HASH.test(hash)) &&
    [transaction.at, checkpoint.signedAt].every(isOurTime) &&
    Buffer.from(signature, 'base64').toString('base64') === signature
  );
}

function isOurTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

function hashAtEnd({ transaction, chain }: Receipt): Buffer {
  const credit: Linked = { ...transaction, at: new Date(transaction.at), traceId: null };
  const own = linkHash(Buffer.from(chain.previous, 'hex'), digestOf(credit));
  return chain.laterDigests.reduce(
    (hash, digest) => linkHash(hash, Buffer.from(digest, 'hex')),
    own,
  );
}
