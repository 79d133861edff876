import { type createPublicKey, generateKeyPairSync } from 'node:crypto';
import { keyIdOf, signChainEnd } from '../../../services/ledger/src/domain/checkpoint.ts';
import {
  digestOf,
  GENESIS,
  type LinkedMovement,
  linkHash,
} from '../../../services/ledger/src/domain/link.ts';
import { linkProofOf } from '../../../services/ledger/src/domain/link-proof.ts';
import { receiptOf } from '../../../services/ledger/src/domain/receipt.ts';
import type { Receipt } from '../src/gen/api.ts';

export const HOLDER = '7f1d3c52-8a4b-4c6d-9e0f-1a2b3c4d5e6f';
export const AT = new Date('2026-11-20T12:00:06.000Z');
export const LATER = new Date('2026-11-21T09:00:00.000Z');
const { privateKey, publicKey } = generateKeyPairSync('ed25519');

export { publicKey };
export const keys = { keys: [jwkOf(generateKeyPairSync('ed25519').publicKey), jwkOf(publicKey)] };

function jwkOf(key: ReturnType<typeof createPublicKey>) {
  return key.export({ format: 'jwk' }) as { kty: string; crv: string; x: string };
}

export const names = {
  holderId: HOLDER,
  chargeId: 'c1',
  paymentLinkId: 'b3c7a1f0-5d2e-4a6b-9c8d-7e6f5a4b3c2d',
  endToEndId: 'E1',
  traceId: null,
};
const credit: LinkedMovement = {
  ...names,
  id: 't1',
  kind: 'DEPOSIT',
  reference: null,
  seq: 1,
  at: AT,
  lines: [
    { account: 'settlement', holderId: null, amountCents: -5_000, balanceCents: null },
    { account: 'available', holderId: HOLDER, amountCents: 4_950, balanceCents: 4_950 },
    { account: 'fees', holderId: null, amountCents: 50, balanceCents: null },
  ],
};
const settled = {
  account: 'settlement',
  holderId: null,
  amountCents: 1_000,
  balanceCents: null,
} as const;
const second = { ...names, id: 't2', reference: 'r1', seq: 2, at: LATER };
const refund: LinkedMovement = {
  ...second,
  kind: 'REFUND_SETTLE',
  lines: [settled, { account: 'refunds', holderId: null, amountCents: -1_000, balanceCents: null }],
};
const takenBack: LinkedMovement = {
  ...second,
  kind: 'BANK_RETURN',
  lines: [
    settled,
    { account: 'available', holderId: HOLDER, amountCents: -1_000, balanceCents: 3_950 },
  ],
};

/** As the ledger issues it: signed by its own code. What went back of the credit was refunded, or taken back by the bank. */
export function issued({ byBank = false } = {}): Receipt {
  const back = byBank ? takenBack : refund;
  const first = linkHash(GENESIS, digestOf(credit));
  const last = linkHash(first, digestOf(back));
  const end = { holderId: HOLDER, seq: 2, hash: last, signedAt: LATER };
  const checkpoint = signChainEnd(end, { privateKey, keyId: keyIdOf(publicKey) });
  const ofCredit = { linked: credit, previous: GENESIS, laterDigests: [digestOf(back)] };
  const ofReturn = { linked: back, previous: first, laterDigests: [] };
  const receipt = receiptOf(linkProofOf({ ...ofCredit, checkpoint }), [
    { proof: linkProofOf({ ...ofReturn, checkpoint }), natureza: byBank ? 'MED_FRAUDE' : null },
  ]);
  return JSON.parse(JSON.stringify(receipt));
}
