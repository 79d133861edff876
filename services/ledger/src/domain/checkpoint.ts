import { hash, type KeyObject, sign, verify } from 'node:crypto';

/** The end of a holder's chain at some time. */
export type ChainEnd = {
  readonly holderId: string;
  readonly seq: number;
  readonly hash: Buffer;
  readonly signedAt: Date;
};

export type Checkpoint = ChainEnd & {
  /** Names the key, so that it can be replaced by another. */
  readonly keyId: string;
  /** Ed25519 over the checkpoint's text. */
  readonly signature: Buffer;
};

const FORM = 'entrada-checkpoint-1';
const KEY_ID_LENGTH = 16;

type SigningKey = { readonly privateKey: KeyObject; readonly keyId: string };

export function signChainEnd(end: ChainEnd, { privateKey, keyId }: SigningKey): Checkpoint {
  const signature = sign(null, Buffer.from(checkpointText(end)), privateKey);
  return { ...end, keyId, signature };
}

export function isSignedBy(checkpoint: Checkpoint, publicKey: KeyObject): boolean {
  return verify(null, Buffer.from(checkpointText(checkpoint)), publicKey, checkpoint.signature);
}

export function keyIdOf(publicKey: KeyObject): string {
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  return hash('sha256', spki, 'hex').slice(0, KEY_ID_LENGTH);
}

function checkpointText({ holderId, seq, hash: end, signedAt }: ChainEnd): string {
  return [FORM, holderId, seq, end.toString('hex'), signedAt.toISOString()].join('\n');
}
