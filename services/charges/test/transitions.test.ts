import { bankSettings } from '@entrada/pix/connection/bank-settings';
import { connectBank } from '@entrada/pix/connection/connect-bank';
import { readConfig } from '@entrada/platform/config/settings';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import type { RunningBank } from '../../../test/harness/run-bank.ts';
import { chargesUnderTest } from './charges-under-test.ts';

const MINUTE = 60;
/** The shortest life of a charge, the grace and one second. */
const PAST_GRACE = 121;

const charges = forTests(() => chargesUnderTest());
afterEach(() => charges.bank.clearFaults());

const shortLived = () => charges.create(5000, undefined, { expiresInSeconds: MINUTE });
const quiet = { notify: false } as const;

test('PENDING, paid too much: COMPLETED with its value, and the surplus is OVERPAID', async () => {
  const charge = await charges.create(5000);
  const { endToEndId } = await charges.bank.pay(charge.emv, { value: 5100, ...quiet });

  await charges.callBack(charge);

  expect(await charges.eventsOf(charge.id)).toEqual([
    { chargeCompleted: expect.objectContaining({ valueCents: 5000, paidCents: 5100, endToEndId }) },
    {
      paymentException: expect.objectContaining({
        kind: 'EXCEPTION_KIND_OVERPAID',
        amountCents: 100,
        endToEndId,
        charge: expect.objectContaining({ chargeId: charge.id, accountId: charge.accountId }),
      }),
    },
  ]);
});

test('PENDING, overdue and unpaid at the bank: EXPIRED, without anybody asking', async () => {
  const charge = await shortLived();
  await charges.advanceClock(PAST_GRACE);

  await charges.becomes(charge.id, 'EXPIRED');

  expect(await charges.historyOf(charge.id)).toEqual(['PENDING -> EXPIRED']);
  expect(await charges.eventsOf(charge.id)).toEqual([
    {
      chargeExpired: expect.objectContaining({
        charge: expect.objectContaining({ chargeId: charge.id, valueCents: 5000 }),
      }),
    },
  ]);
});

test('PENDING, past its end but inside the grace: stays, whatever asks', async () => {
  const charge = await shortLived();
  await charges.advanceClock(MINUTE + 30);

  expect((await charges.statusOf(charge)).status).toBe('CHARGE_STATUS_PENDING');
  await charges.callBack(charge);
  expect(await charges.stored(charge.id)).toMatchObject({ status: 'PENDING' });
});

test('PENDING and overdue while the bank is unavailable: never expires blind', async () => {
  const charge = await shortLived();
  const failures = () =>
    charges.service.runtime.logged.filter((line) => line.includes('bank call failed')).length;
  const before = failures();
  await charges.fault('get-cob', '503', { count: 1000 });
  await charges.advanceClock(PAST_GRACE);
  await eventually(() => expect(failures()).toBeGreaterThan(before));
  // The second look comes only when the first has ended without expiring the charge.
  await charges.advanceClock(10);
  await eventually(() => expect(failures()).toBeGreaterThan(before + 1));
  expect(await charges.statusOf(charge)).toEqual({
    status: 'CHARGE_STATUS_PENDING',
    statusSource: 'STATUS_SOURCE_STORED',
  });

  await charges.bank.clearFaults();

  await eventually(async () =>
    expect((await charges.statusOf(charge)).status).toBe('CHARGE_STATUS_EXPIRED'),
  );
});

test('PENDING, paid in its last second and overdue: COMPLETED, not EXPIRED', async () => {
  const charge = await shortLived();
  await charges.bank.pay(charge.emv, quiet);
  await charges.advanceClock(PAST_GRACE);

  await eventually(async () =>
    expect(await charges.stored(charge.id)).toMatchObject({
      status: 'COMPLETED',
      paid_late: false,
    }),
  );
  expect(await charges.historyOf(charge.id)).toEqual(['PENDING -> COMPLETED']);
});

test('PENDING, canceled: the bank takes no more payments, CANCELED', async () => {
  const charge = await charges.create();

  expect(await charges.cancel(charge)).toMatchObject({ status: 'CHARGE_STATUS_CANCELED' });
  expect(await charges.cancel(charge)).toMatchObject({ status: 'CHARGE_STATUS_CANCELED' });

  await expect(charges.bank.pay(charge.emv)).rejects.toThrow(/409/);
  expect(await charges.historyOf(charge.id)).toEqual(['PENDING -> CANCELED']);
  expect(await charges.eventsOf(charge.id)).toEqual([{ chargeCanceled: expect.anything() }]);
});

test('PENDING, canceled after a payer was faster: COMPLETED, and the cancellation is refused', async () => {
  const charge = await charges.create();
  await charges.bank.pay(charge.emv, quiet);

  await expect(charges.cancel(charge)).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'charge_not_pending',
    message: 'Charge already completed',
  });

  expect(await charges.stored(charge.id)).toMatchObject({ status: 'COMPLETED' });
  await expect(charges.cancel(charge)).rejects.toMatchObject({ reason: 'charge_not_pending' });
});

test('PENDING, removed at the bank: CANCELED', async () => {
  const charge = await charges.create();
  const { txid } = await charges.stored(charge.id);
  // As if we had died between telling the bank and telling ourselves.
  await removeAtBank(charges.bank, txid);

  expect((await charges.statusOf(charge)).status).toBe('CHARGE_STATUS_CANCELED');
});

test('EXPIRED, paid late: COMPLETED and marked as late', async () => {
  const charge = await shortLived();
  await charges.advanceClock(PAST_GRACE);
  expect((await charges.statusOf(charge)).status).toBe('CHARGE_STATUS_EXPIRED');

  await charges.bank.pay(charge.emv, { force: true, ...quiet });
  await charges.callBack(charge);

  expect(await charges.historyOf(charge.id)).toEqual([
    'PENDING -> EXPIRED',
    'EXPIRED -> COMPLETED',
  ]);
  expect((await charges.eventsOf(charge.id)).at(-1)).toEqual({
    chargeCompleted: expect.objectContaining({ paidLate: true }),
  });
  await expect(charges.cancel(charge)).rejects.toMatchObject({ reason: 'charge_not_pending' });
});

test('CANCELED, paid all the same: stays, PAID_AFTER_CANCEL', async () => {
  const charge = await charges.create();
  await charges.cancel(charge);
  await charges.bank.pay(charge.emv, { force: true, ...quiet });

  await charges.callBack(charge);
  await charges.callBack(charge);

  expect(await charges.historyOf(charge.id)).toEqual(['PENDING -> CANCELED']);
  expect(await charges.exceptionsOf(charge.id)).toEqual([['PAID_AFTER_CANCEL', 5000]]);
});

test('any, paid too little: stays, UNDERPAID, and the full amount still completes it', async () => {
  const charge = await charges.create(5000);
  await charges.bank.pay(charge.emv, { value: 4999, ...quiet });
  await charges.callBack(charge);
  expect(await charges.stored(charge.id)).toMatchObject({ status: 'PENDING' });

  await charges.bank.pay(charge.emv, { force: true, ...quiet });
  await charges.callBack(charge);

  expect(await charges.stored(charge.id)).toMatchObject({ status: 'COMPLETED', paid_cents: 5000 });
  expect(await charges.exceptionsOf(charge.id)).toEqual([['UNDERPAID', 4999]]);
});

test('PENDING, paid too little and then canceled: CANCELED, though the bank has closed it', async () => {
  const charge = await charges.create(5000);
  await charges.bank.pay(charge.emv, { value: 4999, ...quiet });

  expect(await charges.cancel(charge)).toMatchObject({ status: 'CHARGE_STATUS_CANCELED' });

  expect(await charges.historyOf(charge.id)).toEqual(['PENDING -> CANCELED']);
  expect(await charges.exceptionsOf(charge.id)).toEqual([['UNDERPAID', 4999]]);
});

test('COMPLETED, paid again: stays, DUPLICATE_PAYMENT for each', async () => {
  const charge = await charges.create(5000);
  const paid = await charges.bank.payAll(charge.emv, { times: 3, ...quiet });

  await charges.callBack(charge);
  await charges.callBack(charge);

  expect(await charges.exceptionsOf(charge.id)).toEqual([
    ['DUPLICATE_PAYMENT', 5000],
    ['DUPLICATE_PAYMENT', 5000],
  ]);
  const { rows } = await charges.db.query(
    'select end_to_end_id from payment where charge_id = $1',
    [charge.id],
  );
  expect(rows.map((row) => row.end_to_end_id).sort()).toEqual(
    paid.map(({ endToEndId }) => endToEndId).sort(),
  );
});

/** The job that checks overdue charges has begun and ended since now. */
async function expiryJobRan(): Promise<void> {
  const last = async () => {
    const text = await charges.metric('job_last_success_timestamp_seconds');
    return Number(/job="expiry"\} (\S+)/.exec(text)?.[1] ?? 0);
  };
  for (let run = 0; run < 2; run += 1) {
    const before = await last();
    await eventually(async () => expect(await last()).toBeGreaterThan(before));
  }
}

test('PENDING, overdue and unknown to the bank: stays PENDING, and is asked about less and less often', async () => {
  const asked = () => charges.bankCalls('get-cob', 'not-found');
  const charge = await shortLived();
  await charges.fault('get-cob', '404', { count: 10_000 });
  await charges.advanceClock(PAST_GRACE);
  await eventually(async () => expect(await asked()).toBe(1));

  await charges.advanceClock(20);
  await expiryJobRan();

  expect(await asked()).toBe(1);
  expect(await charges.stored(charge.id)).toMatchObject({ status: 'PENDING' });
  await charges.advanceClock(MINUTE);
  await eventually(async () => expect(await asked()).toBe(2));
  await charges.bank.clearFaults();
  await charges.advanceClock(MINUTE);
  await charges.becomes(charge.id, 'EXPIRED');
});

/** Takes a charge back behind the service's back. */
async function removeAtBank({ env }: Pick<RunningBank, 'env'>, txid: string): Promise<void> {
  const config = readConfig(env, bankSettings);
  const client = connectBank(config, { timeoutMs: 30_000, merchantName: '', merchantCity: '' });
  await client.removeCob(txid).finally(() => client.close());
}
