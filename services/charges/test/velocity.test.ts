import { randomUUID } from 'node:crypto';
import { AppError } from '@entrada/platform/errors/app-error';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { DAY_MS, HOUR_MS, storedDayOf } from '@entrada/platform/time/units';
import { runCommand } from '../../../operator/test/run-operator.ts';
import { chargesUnderTest } from './charges-under-test.ts';

const BY = { reason: 'risk review' };

const charges = forTests(() => chargesUnderTest());
beforeAll(async () => {
  // An hour after the beginning of a day, so that no test meets its end.
  const now = Date.now();
  const start = storedDayOf(new Date(now)) + DAY_MS + HOUR_MS;
  await charges.advanceClock(Math.ceil((start - now) / 1_000));
  await eventually(async () => {
    const { createdAt } = await charges.create();
    expect(Date.parse(createdAt)).toBeGreaterThan(start - HOUR_MS);
  });
});

/** How many were made, and why the others were refused. */
async function outcomesOf(calls: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(calls);
  const reasons = settled.flatMap((one) =>
    one.status === 'rejected' && one.reason instanceof AppError ? [one.reason.reason] : [],
  );
  return { made: settled.filter(({ status }) => status === 'fulfilled').length, reasons };
}

const times = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n));
const refused = (count: number) => Array(count).fill('velocity_limit_reached');

test('of many deposits at once, on several replicas, exactly as many are made as a day allows', async () => {
  const accountId = randomUUID();
  await charges.rpc.setTerms({ accountId, dailyDepositsMax: 5, ...BY });
  await using other = await charges.startAnother();
  // A replica follows the clock of the sandbox bank only after it has asked for it once.
  const { createdAt } = await charges.create();
  await eventually(async () => {
    const { charge } = await other.rpc.createCharge({ accountId: randomUUID(), valueCents: 1_000 });
    expect(charge?.createdAt.slice(0, 10)).toBe(createdAt.slice(0, 10));
  });
  const rpcOf = (n: number) => (n % 2 === 0 ? charges : other).rpc;

  const all = times(16, (n) => rpcOf(n).createCharge({ accountId, valueCents: 1_000 }));

  expect(await outcomesOf(all)).toEqual({ made: 5, reasons: refused(11) });
  const { rows } = await charges.db.query(
    'select count(*)::int as stored, (select made from velocity_day where account_id = $1) from charge where account_id = $1',
    [accountId],
  );
  expect(rows).toEqual([{ stored: 5, made: 5 }]);
});

test('of many deposits at once as much is charged as a day allows, and again on the next day', async () => {
  const accountId = randomUUID();
  await charges.rpc.setTerms({ accountId, dailyDepositCentsMax: 10_000, ...BY });
  const create = (valueCents: number) => charges.rpc.createCharge({ accountId, valueCents });

  expect(await outcomesOf(times(8, () => create(3_000)))).toEqual({ made: 3, reasons: refused(5) });
  await expect(create(1_001)).rejects.toThrow(
    /^Deposit exceeds the daily limit: 1000 cents are left until \d{4}-\d\d-\d\dT03:00:00.000Z$/,
  );
  await create(1_000);
  await expect(create(1)).rejects.toThrow('0 cents are left');
  await charges.advanceClock(DAY_MS / 1_000);
  await eventually(() => create(10_000));
  await expect(create(1)).rejects.toMatchObject({ reason: 'velocity_limit_reached' });
});

test('of many refunds at once exactly as many are made as a day allows, and a repeated one is no other', async () => {
  const paid = await charges.create(5_000);
  const { accountId, paymentLinkId } = paid;
  await charges.bank.pay(paid.emv);
  await charges.callBack(paid);
  await charges.rpc.setTerms({ accountId, dailyRefundsMax: 3, dailyRefundCentsMax: 250, ...BY });
  const refund = (key: string) =>
    charges.rpc.refundCharge({
      accountId,
      paymentLinkId,
      valueCents: 100,
      idempotency: { key, fingerprint: 'same' },
    });

  const keys = times(8, () => randomUUID());
  expect(await outcomesOf(keys.map(refund))).toEqual({ made: 2, reasons: refused(6) });
  const { rows } = await charges.db.query(
    'select idempotency_key as key from payment_return where account_id = $1',
    [accountId],
  );
  expect(rows).toHaveLength(2);
  expect(await refund(rows[0].key)).toMatchObject({ replayed: true });
});

test('without a daily limit nothing is limited or counted, and one that is removed limits no longer', async () => {
  const accountId = randomUUID();
  await charges.create(1_000, accountId);
  const counted = 'select from velocity_day where account_id = $1';
  expect((await charges.db.query(counted, [accountId])).rowCount).toBe(0);
  await charges.rpc.setTerms({ accountId, dailyDepositsMax: 0, ...BY });
  await expect(charges.create(1_000, accountId)).rejects.toThrow('0 deposits are left');
  await charges.rpc.setTerms({ accountId, defaults: ['dailyDepositsMax'], ...BY });
  await charges.create(1_000, accountId);
});

test('a refused deposit can be repeated with its Idempotency-Key after the limit was raised', async () => {
  const accountId = randomUUID();
  await charges.rpc.setTerms({ accountId, dailyDepositsMax: 0, ...BY });
  const idempotency = { key: randomUUID(), fingerprint: 'same' };
  const create = () => charges.rpc.createCharge({ accountId, valueCents: 1_000, idempotency });
  await expect(create()).rejects.toMatchObject({ reason: 'velocity_limit_reached' });
  await charges.rpc.setTerms({ accountId, dailyDepositsMax: 1, ...BY });
  expect(await create()).toMatchObject({ replayed: false });
  expect(await create()).toMatchObject({ replayed: true });
});

test('an operator sets daily limits and reads them', async () => {
  const accountId = randomUUID();
  const env = { CHARGES_ADDRESS: charges.service.address };
  const set = ['--daily-deposits', '500', '--daily-refund-cents', '9000', '--reason', 'why'];
  expect(await runCommand(env, 'terms', 'set', accountId, ...set)).toMatchObject({ code: 0 });
  const { stdout } = await runCommand(env, 'terms', 'show', accountId);
  expect(stdout).toContain('(sets --daily-deposits, --daily-refund-cents)');
  expect(stdout).toContain('at most 500 deposits, 9000 cents of refunds a day');
});
