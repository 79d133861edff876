import { keyIdOf } from '../../../services/ledger/src/domain/checkpoint.ts';
import { verifyReceipt } from '../src/verify-receipt.ts';
import { AT, HOLDER, issued, keys, LATER, names, publicKey } from './issued-receipt.ts';

test('a receipt of the ledger proves its credit and its returns', async () => {
  expect(await verifyReceipt(issued(), keys)).toEqual({
    accountId: HOLDER,
    chargeId: 'c1',
    paymentLinkId: names.paymentLinkId,
    endToEndId: 'E1',
    creditedValue: 4_950,
    at: AT.toISOString(),
    signedAt: LATER.toISOString(),
    keyId: keyIdOf(publicKey),
    returns: [{ value: 1_000, origin: 'CLIENT', at: LATER.toISOString() }],
  });
  expect(await verifyReceipt(issued(), keys.keys)).toMatchObject({ creditedValue: 4_950 });
});

test('a receipt with fields that this version does not know still proves the same', async () => {
  const newer = { ...issued(), issuer: 'Entrada', layout: { pages: 1 } };
  expect(await verifyReceipt(newer, keys)).toMatchObject({ creditedValue: 4_950 });
});

// biome-ignore lint/suspicious/noExplicitAny: receipts of every shape
type Change = (receipt: any) => unknown;
const changes: readonly [string, Change][] = [
  ['another amount', (r) => Object.assign(r.transaction.lines[1], { amountCents: 9_950 })],
  ['another account', (r) => Object.assign(r.transaction, { holderId: 'x' })],
  ['another time', (r) => Object.assign(r.transaction, { at: LATER.toISOString() })],
  ['another form', (r) => Object.assign(r, { form: 'entrada-receipt-2' })],
  ['another return', (r) => Object.assign(r.returns[0], { value: 1 })],
  ['a return by another party', (r) => Object.assign(r.returns[0], { origin: 'BANK' })],
  ['a return twice', (r) => r.returns.push(r.returns[0])],
  ['a return as its credit', (r) => Object.assign(r, r.returns[0], { returns: [] })],
  ['a credit as a return', (r) => Object.assign(r.returns[0], { transaction: r.transaction })],
  [
    'another signature',
    (r) => Object.assign(r.checkpoint, { signature: 'A'.repeat(86).concat('==') }),
  ],
  ['no checkpoint', (r) => Object.assign(r, { checkpoint: null })],
  ['no lines', (r) => Object.assign(r.transaction, { lines: null })],
  [
    'lines hidden in another field, which has the same text',
    ({ transaction: t }) =>
      Object.assign(t, { reference: '-\nsettlement - -5000 -', lines: [t.lines[1], t.lines[2]] }),
  ],
];

test.each(changes)('a receipt with %s proves nothing', async (_what, change) => {
  const receipt = issued();
  change(receipt);
  await expect(verifyReceipt(receipt, keys)).rejects.toMatchObject({
    name: 'EntradaError',
    code: 'invalid_receipt',
  });
});

test('without the key that signed it, the message names that key', async () => {
  const failure = verifyReceipt(issued(), keys.keys.slice(0, 1));
  await expect(failure).rejects.toMatchObject({
    code: 'invalid_receipt',
    message: expect.stringContaining(keyIdOf(publicKey)),
  });
});
