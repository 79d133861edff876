import { randomUUID } from 'node:crypto';
import { decodeBrCode } from '@entrada/pix/brcode/decode';
import { forTests } from '@entrada/platform/testing/for-tests';
import { chargesUnderTest, present } from './charges-under-test.ts';

const charges = forTests(() => chargesUnderTest());

test('a new charge is pending and carries a code that pays it', async () => {
  const { rpc } = charges;
  const { charge } = await rpc.createCharge({ accountId: randomUUID(), valueCents: 5000 });

  expect(charge).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    paymentLinkId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f-]+$/),
    emv: expect.any(String),
    valueCents: 5000,
    originalValueCents: 5000,
    feeCents: 50,
    status: 'CHARGE_STATUS_PENDING',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  const { emv, createdAt, expiresAt } = present(charge);
  expect(decodeBrCode(emv)).toMatchObject({ kind: 'dynamic', name: 'Entrada', city: 'Sao Paulo' });
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(86_400_000);
  await expect(charges.bank.pay(emv)).resolves.toMatchObject({ value: 5000 });
});

test('neither the txid nor the id of a charge can be derived from its public link', async () => {
  const charge = await charges.create();
  const { txid } = await charges.stored(charge.id);

  const publicId = charge.paymentLinkId.replaceAll('-', '');
  expect(txid).toMatch(/^[0-9a-zA-Z]{32}$/);
  expect(publicId).not.toContain(charge.id);
  expect(txid).not.toBe(publicId);
  expect(charge.emv).not.toContain(txid);
});

test('with the fee on top the payer pays it, and the original value is what was asked for', async () => {
  await using onTop = await chargesUnderTest({ FEE_MODE: 'ON_TOP' });
  const charge = await onTop.create(10_000);

  expect(charge).toMatchObject({ originalValueCents: 10_000, valueCents: 10_100, feeCents: 100 });
  await expect(onTop.bank.pay(charge.emv)).resolves.toMatchObject({ value: 10_100 });

  await expect(onTop.create(999_999_999_999)).rejects.toMatchObject({
    code: 'OUT_OF_RANGE',
    message: 'value plus the fee of 10000000000 cents must be at most 999999999999 cents',
  });
});

test.each([
  ['zero', 0],
  ['negative', -1],
  ['the least int64', '-9223372036854775808'],
  ['the first integer a float cannot hold', 2 ** 53],
  ['the highest int64', '9223372036854775807'],
])('a value that is %s is refused as no positive integer', async (_what, valueCents) => {
  const before = await charges.countCharges();
  await expect(
    charges.rpc.createCharge({ accountId: randomUUID(), valueCents }),
  ).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    reason: 'invalid_value',
    message: 'value must be a positive integer (cents)',
  });
  expect(await charges.countCharges()).toBe(before);
});

test('an account id that is none is refused before the bank hears of it', async () => {
  for (const accountId of ['', 'nobody', '\u0000']) {
    await expect(charges.create(5000, accountId)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  }
});
