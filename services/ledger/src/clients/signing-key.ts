import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { isSignedBy, keyIdOf, signChainEnd } from '../domain/checkpoint.ts';
import type { ReceiptKey } from '../domain/receipt.ts';
import type { Ports } from '../ports.ts';

type Signer = Pick<Ports, 'sign' | 'signatureProblem' | 'receiptKeys'>;
type Keys = {
  readonly signingKey?: string | undefined;
  /** Of keys that signed before, SPKI in base64, separated by commas. */
  readonly publicKeys?: string | undefined;
};

/** Signs, and knows the signatures of its own key and of the public keys that it is given. */
export function openSigner({ signingKey, publicKeys }: Keys): Signer {
  const known = publicKeysIn(publicKeys);
  if (!signingKey) {
    return {
      sign: null,
      signatureProblem: signedByOneOf(known),
      receiptKeys: known.map(toReceiptKey),
    };
  }
  const privateKey = privateKeyIn(signingKey);
  const publicKey = createPublicKey(privateKey);
  const keyId = keyIdOf(publicKey);
  return {
    sign: (end) => signChainEnd(end, { privateKey, keyId }),
    signatureProblem: signedByOneOf([publicKey, ...known]),
    receiptKeys: [publicKey, ...known].map(toReceiptKey),
  };
}

function toReceiptKey(key: KeyObject): ReceiptKey {
  return { keyId: keyIdOf(key), x: key.export({ format: 'jwk' }).x ?? '' };
}

/** A signature under any other key proves nothing: anyone who can write to the database could have made it. */
export function signedByOneOf(publicKeys: readonly KeyObject[]): Ports['signatureProblem'] {
  const known = new Map(publicKeys.map((key) => [keyIdOf(key), key]));
  return (checkpoint) => {
    const publicKey = known.get(checkpoint.keyId);
    if (!publicKey) return `key ${checkpoint.keyId}, which is not a known public key`;
    return isSignedBy(checkpoint, publicKey)
      ? null
      : `a signature that key ${checkpoint.keyId} did not make`;
  };
}

function publicKeysIn(list: string | undefined): readonly KeyObject[] {
  const texts = (list ?? '').split(',').map((text) => text.trim());
  return texts.filter((text) => text !== '').map(publicKeyIn);
}

export function signingKeyProblems({ signingKey, publicKeys }: Keys): string[] {
  const problems: string[] = [];
  if (signingKey && !isEd25519(() => privateKeyIn(signingKey))) {
    problems.push('LEDGER_SIGNING_KEY must be an Ed25519 private key, PKCS#8 in base64');
  }
  if (!isEd25519(() => publicKeysIn(publicKeys))) {
    problems.push(
      'LEDGER_PUBLIC_KEYS must be Ed25519 public keys, SPKI in base64, separated by commas',
    );
  }
  return problems;
}

/** What node says of a malformed key may quote it, so it is not passed on. */
function isEd25519(read: () => KeyObject | readonly KeyObject[]): boolean {
  try {
    return [read()].flat().every(({ asymmetricKeyType }) => asymmetricKeyType === 'ed25519');
  } catch {
    return false;
  }
}

function privateKeyIn(base64: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });
}

function publicKeyIn(base64: string): KeyObject {
  return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
}
