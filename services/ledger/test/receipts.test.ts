import { createPublicKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import fc from 'fast-check';
import type { LinkProof } from '../src/domain/link-proof.ts';
import { type Receipt, receiptProblem } from '../src/domain/receipt.ts';
import {
  completed,
  exceptional,
  ledgerUnderTest,
  paidCharge,
  returned,
  settled,
} from './ledger-under-test.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const LEDGER_SIGNING_KEY = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');

const ledger = forTests(() => ledgerUnderTest({ LEDGER_SIGNING_KEY, CHECKPOINT_EVERY_MS: '100' }));

async function receiptFor(accountId: string, chargeId: string): Promise<Receipt> {
  const { receipt } = await eventually(() => ledger.rpc.getReceipt({ accountId, chargeId }));
  return JSON.parse(receipt);
}

async function creditedReceipt(count = 1): Promise<Receipt> {
  const accountId = randomUUID();
  const charges = Array.from({ length: count }, () => paidCharge({ accountId }));
  await ledger.publish(...charges.map(completed));
  await ledger.holds(accountId, count * 4950);
  return receiptFor(accountId, charges[0]?.chargeId ?? '');
}

test('a receipt proves a credit with nothing but the public key', async () => {
  const receipt = await creditedReceipt();

  expect(receiptProblem(receipt, publicKey)).toBeNull();
  expect(receipt.transaction).toMatchObject({ kind: 'DEPOSIT', seq: 1 });
  const credit = receipt.transaction.lines.find(({ account }) => account === 'available');
  expect(credit).toMatchObject({ amountCents: 4950 });
  const other: KeyObject = createPublicKey(generateKeyPairSync('ed25519').privateKey);
  expect(receiptProblem(receipt, other)).toMatch(/signed by key/);
});

/** Of a charge that was refunded by 1000, and of which the bank returned 700. */
async function returnedReceipt(): Promise<Receipt> {
  const charge = paidCharge();
  await ledger.publish(completed(charge));
  await ledger.holds(charge.accountId, 4950);
  await ledger.publish(settled(charge, { refundId: randomUUID(), valueCents: 1000 }));
  await ledger.holds(charge.accountId, 3950);
  await ledger.publish(returned(charge, { returnId: randomUUID(), valueCents: 700 }));
  await ledger.holds(charge.accountId, 3250);
  return receiptFor(charge.accountId, charge.chargeId);
}

test('a receipt lists what was refunded and what the bank returned, each proven as the credit is', async () => {
  const receipt = await returnedReceipt();

  expect(receiptProblem(receipt, publicKey)).toBeNull();
  const at = expect.any(String);
  expect(receipt.returns).toMatchObject([
    { value: 1000, origin: 'CLIENT', natureza: null, at, transaction: { kind: 'REFUND_SETTLE' } },
    {
      value: 700,
      origin: 'BANK',
      natureza: 'MED_FRAUDE',
      at,
      transaction: { kind: 'BANK_RETURN' },
    },
  ]);
  expect(receipt.hasMoreReturns).toBe(false);
});

test('a receipt lists returns of its own payment only', async () => {
  const charge = paidCharge();
  const again = { ...charge, endToEndId: paidCharge().endToEndId };
  await ledger.publish(completed(charge), exceptional(again, { endToEndId: again.endToEndId }));
  await ledger.publish(
    returned(charge, { returnId: randomUUID(), valueCents: 200 }),
    returned(again, { returnId: randomUUID(), valueCents: 300 }),
  );
  await ledger.holds(charge.accountId, 4750, 400);

  const receipt = await receiptFor(charge.accountId, charge.chargeId);

  expect(receipt.returns).toMatchObject([{ value: 200, origin: 'BANK' }]);
  expect(receiptProblem(receipt, publicKey)).toBeNull();
});

test('a return that was changed, listed twice or taken from another charge proves nothing', async () => {
  const receipt = await returnedReceipt();
  const other = await returnedReceipt();
  const [refund, byBank] = receipt.returns;
  if (!refund || !byBank) throw new Error('no returns');

  for (const returns of [
    [{ ...refund, value: 999 }, byBank],
    [{ ...refund, origin: 'BANK' as const }, byBank],
    [{ ...refund, at: new Date().toISOString() }, byBank],
    [refund, refund],
    [byBank, refund],
    [refund, ...other.returns],
    // The credit itself, passed off as a return.
    [{ ...refund, ...creditOf(receipt) }],
    [null],
    null,
  ]) {
    const changed = { ...receipt, returns } as Receipt;
    expect(problemOf(JSON.stringify(changed), receipt)).toEqual(expect.any(String));
  }
});

function creditOf({ transaction, chain, checkpoint }: Receipt) {
  return { value: 5000, at: transaction.at, transaction, chain, checkpoint };
}

test('a return for which nothing is signed yet makes the receipt wait', async () => {
  await using other = await ledgerUnderTest({ LEDGER_SIGNING_KEY, CHECKPOINT_EVERY_MS: '600000' });
  const charge = paidCharge();
  const { accountId, chargeId } = charge;
  await other.publish(completed(charge));
  await other.holds(accountId, 4950);
  // Not while the job runs: its end would overwrite that.
  const makeDue = `update job set due_at = now() where name = 'checkpoint' and lease_until <= now()`;
  await eventually(async () => (await other.db.query(makeDue)).rowCount === 1);
  await eventually(() => other.rpc.getReceipt({ accountId, chargeId }));
  await other.publish(returned(charge, { returnId: randomUUID(), valueCents: 700 }));
  await other.holds(accountId, 4250);

  await expect(other.rpc.getReceipt({ accountId, chargeId })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    reason: 'receipt_not_ready',
  });
});

test('a credit among many is proven by a bounded number of later links', async () => {
  const receipt = await creditedReceipt(600);

  expect(receiptProblem(receipt, publicKey)).toBeNull();
  expect(receipt.chain.laterDigests.length).toBeLessThanOrEqual(256);
});

test('a receipt in which any character was changed proves nothing', async () => {
  const text = JSON.stringify(await returnedReceipt());

  fc.assert(
    fc.property(fc.nat({ max: text.length - 1 }), fc.integer({ min: 33, max: 126 }), (at, code) => {
      const changed = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1);
      fc.pre(changed !== text);
      expect(problemOf(changed, JSON.parse(text))).not.toBeNull();
    }),
    { numRuns: 1_000 },
  );
});

/** A text that is no JSON any more, or means the same as before, is no forgery. */
function problemOf(text: string, original: Receipt): string | null {
  try {
    const receipt = JSON.parse(text);
    if (JSON.stringify(normal(receipt)) === JSON.stringify(normal(original))) return 'the same';
    return receiptProblem(receipt, publicKey);
  } catch (error) {
    return String(error);
  }
}

/** The bank's reason is not part of what is signed. */
function normal(receipt: Receipt): unknown {
  const returns = receipt.returns?.map((one) => normalLink(one && { ...one, natureza: null }));
  return { ...normalLink(receipt), returns };
}

/** Hex may be written in both cases, and base64 has spare bits. */
function normalLink<T extends LinkProof>(proof: T) {
  const { chain, checkpoint } = proof;
  return {
    ...proof,
    chain: {
      previous: Buffer.from(chain.previous, 'hex'),
      laterDigests: chain.laterDigests.map((digest) => Buffer.from(digest, 'hex')),
    },
    checkpoint: { ...checkpoint, signature: Buffer.from(checkpoint.signature, 'base64') },
  };
}

test('what is not credited, or is another’s, has no receipt', async () => {
  const charge = paidCharge();
  await ledger.publish(completed(charge));
  await ledger.holds(charge.accountId, 4950);

  for (const ids of [
    { accountId: charge.accountId, chargeId: paidCharge().chargeId },
    { accountId: randomUUID(), chargeId: charge.chargeId },
  ]) {
    await expect(ledger.rpc.getReceipt(ids)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});

test('without a key there are no receipts yet, and nothing else is missing', async () => {
  await using other = await ledgerUnderTest();
  const { accountId, ...charge } = paidCharge();
  await other.publish(completed({ accountId, ...charge }));
  await other.holds(accountId, 4950);

  await expect(
    other.rpc.getReceipt({ accountId, chargeId: charge.chargeId }),
  ).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    reason: 'receipt_not_ready',
    retryAfterMs: expect.any(Number),
  });
});
