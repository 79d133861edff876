import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { isSignedBy, keyIdOf, signChainEnd } from '../domain/checkpoint.ts';
import type { Ports } from '../ports.ts';

type Signer = Pick<Ports, 'sign' | 'isOurs'>;

/** Signs, and knows its own signatures. One of an older key can only be checked by who has that key. */
export function openSigner(signingKey: string | undefined): Signer {
  if (!signingKey) return { sign: null, isOurs: () => true };
  const privateKey = privateKeyIn(signingKey);
  const publicKey = createPublicKey(privateKey);
  const keyId = keyIdOf(publicKey);
  return {
    sign: (end) => signChainEnd(end, { privateKey, keyId }),
    isOurs: signedBy(publicKey),
  };
}

export function signedBy(publicKey: KeyObject): Signer['isOurs'] {
  const keyId = keyIdOf(publicKey);
  return (checkpoint) => checkpoint.keyId !== keyId || isSignedBy(checkpoint, publicKey);
}

export function signingKeyProblems({ signingKey }: { signingKey?: string | undefined }): string[] {
  if (!signingKey) return [];
  try {
    if (privateKeyIn(signingKey).asymmetricKeyType === 'ed25519') return [];
  } catch {
    // Told below; what node says may quote the key.
  }
  return ['LEDGER_SIGNING_KEY must be an Ed25519 private key, PKCS#8 in base64'];
}

function privateKeyIn(base64: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });
}
