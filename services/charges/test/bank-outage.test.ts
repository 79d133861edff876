import { randomUUID } from 'node:crypto';
import { ChargesService } from '@entrada/contracts/services';
import { connectGrpc } from '@entrada/platform/grpc/client';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { chargesUnderTest } from './charges-under-test.ts';

const charges = forTests(() => chargesUnderTest({ PROVIDER_TIMEOUT_MS: '60000' }));
/** A failing bank is left alone for some seconds; the next test starts when it is used again. */
afterEach(async () => {
  charges.bank.line.restore();
  await eventually(() => charges.create());
});

test.each([
  ['refuses connections', 'cut', 'UNAVAILABLE'],
  ['accepts them and stays mute', 'mute', 'TIMEOUT'],
] as const)(
  'a bank that %s: nothing is stored or revealed, and then all is well again',
  async (_how, fault, code) => {
    await using brief = await charges.startAnother({ PROVIDER_TIMEOUT_MS: '1000' });
    const { rpc } = fault === 'mute' ? brief : charges;
    await charges.create();
    const before = await charges.countCharges();
    charges.bank.line[fault]();

    await expect(
      rpc.createCharge({ accountId: randomUUID(), valueCents: 5000 }),
    ).rejects.toMatchObject({
      code,
      reason: 'provider_unavailable',
      message: 'Payment provider unavailable',
    });

    expect(await charges.countCharges()).toBe(before);
    charges.bank.line.restore();
    await eventually(() => charges.create());
    expect(await charges.countCharges()).toBe(before + 1);
  },
);

test('a bank that refuses our credentials counts as unavailable', async () => {
  await using wrong = await chargesUnderTest({ PROVIDER_CLIENT_SECRET: 'not the right one' });

  await expect(wrong.create()).rejects.toMatchObject({ message: 'Payment provider unavailable' });
  expect(await wrong.countCharges()).toBe(0);
});

test.each(['cut', 'mute'] as const)(
  'a query answers what is stored, says so, and keeps the deadline while the bank is unavailable: %s',
  async (fault) => {
    const [charge, other] = [await charges.create(), await charges.create()];
    await charges.bank.pay(charge.emv, { notify: false });
    using withDeadline = connectGrpc(ChargesService, {
      address: charges.service.address,
      timeoutMs: 500,
      runtime: testRuntime('gateway'),
    });
    // The deadline is that of a query, not of the handshake before the first one.
    await eventually(() => withDeadline.getCharge(other));
    charges.bank.line[fault]();

    // Once more where the machine stalled: the bank would be waited for much longer than we try.
    const found = await eventually(() => withDeadline.getCharge(charge));

    expect(found).toMatchObject({
      charge: { status: 'CHARGE_STATUS_PENDING' },
      statusSource: 'STATUS_SOURCE_STORED',
    });

    charges.bank.line.restore();
    await eventually(async () =>
      expect(await charges.statusOf(charge)).toEqual({
        status: 'CHARGE_STATUS_COMPLETED',
        statusSource: 'STATUS_SOURCE_PROVIDER',
      }),
    );
  },
);

test('a completed charge needs no bank', async () => {
  const charge = await charges.create();
  await charges.bank.pay(charge.emv, { notify: false });
  await charges.statusOf(charge);
  charges.bank.line.cut();

  expect(await charges.statusOf(charge)).toEqual({
    status: 'CHARGE_STATUS_COMPLETED',
    statusSource: 'STATUS_SOURCE_PROVIDER',
  });
});

test('no secret of the bank and no code is ever logged', async () => {
  const charge = await charges.create(5000, randomUUID());
  charges.bank.line.cut();
  await expect(charges.create()).rejects.toThrow();

  const log = charges.service.runtime.logged.join('');
  expect(log).toContain('bank call failed');
  expect(log).not.toContain(charges.bank.env.PROVIDER_CLIENT_SECRET);
  expect(log).not.toContain(charge.emv);
});
