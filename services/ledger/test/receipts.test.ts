import { createPublicKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import fc from 'fast-check';
import { type Receipt, receiptProblem } from '../src/domain/receipt.ts';
import { completed, ledgerUnderTest, paidCharge, type UnderTest } from './ledger-under-test.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const LEDGER_SIGNING_KEY = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');

let ledger: UnderTest;
beforeAll(async () => {
  ledger = await ledgerUnderTest({ LEDGER_SIGNING_KEY, CHECKPOINT_EVERY_MS: '100' });
});
afterAll(() => ledger[Symbol.asyncDispose]());

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

test('a credit among many is proven by a bounded number of later links', async () => {
  const receipt = await creditedReceipt(600);

  expect(receiptProblem(receipt, publicKey)).toBeNull();
  expect(receipt.chain.laterDigests.length).toBeLessThanOrEqual(256);
});

test('a receipt in which any character was changed proves nothing', async () => {
  const text = JSON.stringify(await creditedReceipt(3));

  fc.assert(
    fc.property(fc.nat({ max: text.length - 1 }), fc.integer({ min: 33, max: 126 }), (at, code) => {
      const changed = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1);
      fc.pre(changed !== text);
      expect(problemOf(changed, JSON.parse(text))).not.toBeNull();
    }),
    { numRuns: 500 },
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

/** Hex may be written in both cases, and base64 has spare bits. */
function normal(receipt: Receipt): unknown {
  const { chain, checkpoint } = receipt;
  return {
    ...receipt,
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
