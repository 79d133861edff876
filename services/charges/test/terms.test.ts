import { randomUUID } from 'node:crypto';
import { transactAs } from '@entrada/platform/db/scope';
import { AppError } from '@entrada/platform/errors/app-error';
import { openTestPool } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { DAY_MS, HOUR_MS, storedDayOf } from '@entrada/platform/time/units';
import { runCommand } from '../../../operator/test/run-operator.ts';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { chargesUnderTest } from './charges-under-test.ts';

const LIMITS = { VALUE_MIN_CENTS: '10', VALUE_MAX_CENTS: '1000000' };
const BY = { reason: 'contract of May' };
const HOUR_SECONDS = 3_600;

const auth = forTests(() => runAuth());
const charges = forTests(() => chargesUnderTest({ ...LIMITS, AUTH_ADDRESS: auth.service.address }));

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

const audited = async (accountId: string): Promise<[actor: string, detail: string][]> => {
  const text = `select actor, detail from audit_entry where subject = $1 and action = 'account.terms_set' order by seq`;
  const { rows } = await auth.db.query(text, [`account:${accountId}`]);
  return rows.map(({ actor, detail }) => [actor, JSON.stringify(detail)]);
};

test('a retry with its key gets its charge although lowered terms would refuse it, and a refusal frees the key', async () => {
  const accountId = await auth.newAccount();
  const idempotency = { key: randomUUID(), fingerprint: 'same' };
  const request = { accountId, valueCents: 10_000, idempotency };
  const { charge } = await charges.rpc.createCharge(request);
  await charges.rpc.setTerms({ accountId, valueMaxCents: 9_999, ...BY });

  expect(await charges.rpc.createCharge(request)).toMatchObject({
    charge: { id: charge?.id },
    replayed: true,
  });
  const other = { ...request, idempotency: { key: randomUUID(), fingerprint: 'same' } };
  await expect(charges.rpc.createCharge(other)).rejects.toMatchObject({ code: 'OUT_OF_RANGE' });
  await charges.rpc.setTerms({ accountId, valueMaxCents: 10_000, ...BY });
  expect(await charges.rpc.createCharge(other)).toMatchObject({ replayed: false });
});

test('a charge keeps the version it was created under, whatever is set later', async () => {
  const accountId = await auth.newAccount();
  const before = await charges.create(10_000, accountId);
  await charges.rpc.setTerms({ accountId, feeBasisPoints: 50, feeFixedCents: 7, ...BY });
  const under = await charges.create(10_000, accountId);
  await charges.rpc.setTerms({ accountId, feeMode: 'ON_TOP', ...BY });
  const after = await charges.create(10_000, accountId);

  expect([before, under, after].map(({ feeCents, valueCents }) => [feeCents, valueCents])).toEqual([
    [100, 10_000],
    [57, 10_000],
    [57, 10_057],
  ]);
  const plans = [before, under, after].map(async ({ id }) => (await charges.stored(id)).fee_plan);
  const versioned = { version: expect.stringMatching(/^[0-9a-f]{12}$/) };
  expect(await Promise.all(plans)).toMatchObject([
    { ...versioned, termsVersion: 0, basisPoints: 100 },
    { termsVersion: 1, basisPoints: 50, fixedCents: 7, mode: 'DEDUCT' },
    { termsVersion: 2, basisPoints: 50, fixedCents: 7, mode: 'ON_TOP' },
  ]);
  const { charge } = await charges.rpc.getCharge(before);
  expect(charge).toMatchObject({ feeCents: 100, valueCents: 10_000 });
});

test('a version that is scheduled holds from its time on, on every replica, and is shown as the next one', async () => {
  const accountId = await auth.newAccount();
  await using other = await charges.startAnother();
  const from = new Date((await bankNow()) + HOUR_SECONDS * 1000).toISOString();
  await charges.rpc.setTerms({ accountId, feeBasisPoints: 10, from, ...BY });

  const { current, next } = await other.rpc.getTerms({ accountId });
  expect(current).toMatchObject({ version: 0, feeBasisPoints: 100, from: '' });
  expect(next).toMatchObject({ version: 1, feeBasisPoints: 10, from });
  expect(await charges.create(10_000, accountId)).toMatchObject({ feeCents: 100 });

  await charges.advanceClock(HOUR_SECONDS);
  for (const { rpc } of [charges, other]) {
    // A replica learns that the sandbox bank's clock was moved from the bank's next response.
    await eventually(async () => {
      const { charge } = await rpc.createCharge({ accountId, valueCents: 10_000 });
      expect(charge).toMatchObject({ feeCents: 10 });
    });
  }
  expect(await other.rpc.getTerms({ accountId })).toMatchObject({
    current: { version: 1 },
    next: null,
  });
});

test('a scheduled version undoes no change that is made before its time comes', async () => {
  const accountId = await auth.newAccount();
  const from = new Date((await bankNow()) + HOUR_SECONDS * 1000).toISOString();
  await charges.rpc.setTerms({ accountId, feeBasisPoints: 10, from, ...BY });
  await charges.rpc.setTerms({ accountId, valueMaxCents: 9_000, ...BY });

  const { current, next } = await charges.rpc.getTerms({ accountId });
  expect(current).toMatchObject({ version: 2, feeBasisPoints: 100, changes: ['valueMaxCents'] });
  const both = { feeBasisPoints: 10, valueMaxCents: 9_000 };
  expect(next).toMatchObject({ version: 1, ...both, changes: ['feeBasisPoints'] });
  await charges.advanceClock(HOUR_SECONDS);
  await eventually(async () =>
    expect(await charges.create(9_000, accountId)).toMatchObject({ feeCents: 9 }),
  );
  await expect(charges.create(9_001, accountId)).rejects.toMatchObject({ code: 'OUT_OF_RANGE' });
});

test('a change that would not go with a scheduled version is refused with its time', async () => {
  const accountId = await auth.newAccount();
  const from = new Date((await bankNow()) + HOUR_SECONDS * 1000).toISOString();
  await charges.rpc.setTerms({ accountId, valueMinCents: 500, from, ...BY });
  await expect(
    charges.rpc.setTerms({ accountId, valueMaxCents: 400, ...BY }),
  ).rejects.toMatchObject({
    fields: [{ field: 'valueMaxCents', message: expect.stringContaining(`from ${from} on`) }],
  });
});

test('the limits of an account narrow those of the deployment, and are named in the refusal', async () => {
  const accountId = await auth.newAccount();
  await charges.rpc.setTerms({ accountId, valueMinCents: 500, valueMaxCents: 600, ...BY });
  for (const value of [499, 601]) {
    await expect(charges.create(value, accountId)).rejects.toMatchObject({
      code: 'OUT_OF_RANGE',
      message: 'value must be between 500 and 600 cents',
    });
  }
  expect(await charges.create(600, accountId)).toMatchObject({ valueCents: 600 });
  expect(await charges.create(601)).toMatchObject({ valueCents: 601 });
  await expect(charges.create(9)).rejects.toMatchObject({
    reason: 'value_out_of_range',
    message: 'value must be between 10 and 1000000 cents',
  });
});

test('versions that are set at once are numbered one after the other, and each is in the audit log', async () => {
  const accountId = await auth.newAccount();
  await using other = await charges.startAnother();
  const fees = [1, 2, 3, 4, 5, 6];
  await Promise.all(
    fees.map((feeBasisPoints) =>
      (feeBasisPoints % 2 === 0 ? charges : other).rpc.setTerms({
        accountId,
        feeBasisPoints,
        ...BY,
      }),
    ),
  );
  const { versions } = await charges.rpc.listTerms({ accountId });
  expect(versions.map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1]);
  expect(versions.map(({ feeBasisPoints }) => feeBasisPoints).sort()).toEqual(fees);
  const lines = await audited(accountId);
  expect(lines).toHaveLength(6);
  expect(lines[0]).toEqual(['operator:ana@charges', expect.stringContaining('contract of May')]);
});

test.each([
  [{ feeBasisPoints: 10_001 }, 'feeBasisPoints'],
  [{ feeMode: 'FREE' }, 'feeMode'],
  [{ valueMaxCents: 1_000_001 }, 'valueMaxCents'],
  [{ feeBasisPoints: 5, defaults: ['feeBasisPoints'] }, 'feeBasisPoints'],
  [{ defaults: ['color'] }, 'defaults'],
  [{}, 'terms'],
  [{ feeBasisPoints: 5, from: '2020-01-01T00:00:00Z' }, 'from'],
  [{ feeBasisPoints: 5, from: 'tomorrow' }, 'from'],
  [{ feeBasisPoints: 5, reason: ' ' }, 'reason'],
])(
  '%j is refused at its field, and leaves no version and no line in the audit log',
  async (bad, field) => {
    const accountId = await auth.newAccount();
    await expect(charges.rpc.setTerms({ accountId, ...BY, ...bad })).rejects.toMatchObject({
      fields: [expect.objectContaining({ field })],
    });
    expect(await charges.rpc.listTerms({ accountId })).toEqual({ versions: [] });
    expect(await audited(accountId)).toEqual([]);
  },
);

test('terms of an account that nobody has are refused', async () => {
  const accountId = randomUUID();
  await expect(charges.rpc.setTerms({ accountId, feeBasisPoints: 5, ...BY })).rejects.toMatchObject(
    {
      code: 'NOT_FOUND',
    },
  );
});

test('a transaction for one account sees no terms of another', async () => {
  const [one, other] = [await auth.newAccount(), await auth.newAccount()];
  for (const accountId of [one, other])
    await charges.rpc.setTerms({ accountId, feeBasisPoints: 5, ...BY });
  await using app = openTestPool(charges.appUrl);
  const owners = 'select distinct account_id from account_terms';
  const { rows } = await transactAs(app, one, (tx) => tx.query(owners));
  expect(rows).toEqual([{ account_id: one }]);
});

test('an operator sets, shows and lists terms, and a wrong account is one sentence', async () => {
  const accountId = await auth.newAccount();
  const env = {
    AUTH_ADDRESS: auth.service.address,
    CHARGES_ADDRESS: charges.service.address,
  };
  const run = (...args: string[]) => runCommand(env, 'terms', ...args);
  const why = ['--reason', 'contract of May'];

  const daily = ['--daily-deposits', '500', '--daily-refund-cents', '9000'];
  const terms = ['--fee-bps', '50', '--value-max', '9000', ...daily];
  const set = await run('set', accountId, ...terms, ...why);
  expect(set).toMatchObject({ code: 0, stderr: '' });
  expect(set.stdout).toMatch(
    /^version 1 from .* fee 50 bps .* value 10 to 9000 cents .* set by ana .*: contract of May\n$/,
  );
  expect(set.stdout).toContain(
    '(sets --fee-bps, --value-max, --daily-deposits, --daily-refund-cents)',
  );
  expect(set.stdout).toContain('at most 500 deposits, 9000 cents of refunds a day');
  expect(await run('set', accountId, '--value-max', '9000000', ...why)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^--value-max must be an integer between 10 and 1000000\. /),
  });
  await run('set', accountId, '--fee-bps', 'default', ...why);

  const shown = await run('show', accountId, '--json');
  expect(JSON.parse(shown.stdout)).toMatchObject({
    current: { version: 2, feeBasisPoints: 100, valueMaxCents: 9_000 },
    next: null,
  });
  expect((await run('history', accountId)).stdout.split('\n')).toHaveLength(3);
  expect(await run('show', 'foo')).toEqual({
    code: 2,
    stdout: '',
    stderr: '<account id> must be a UUID. Run it with --help to see what it takes.\n',
  });
  for (const [command = '', ...rest] of [
    ['set', '--fee-bps', '50', ...why],
    ['show'],
    ['history'],
  ]) {
    const nobody = randomUUID();
    expect(await run(command, nobody, ...rest)).toEqual({
      code: 1,
      stdout: '',
      stderr: `Account not found: ${nobody}. Check the id.\n`,
    });
  }
});

async function bankNow(): Promise<number> {
  const { createdAt } = await charges.create(5_000);
  return new Date(createdAt).getTime();
}

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
  const accountId = await auth.newAccount();
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
  const accountId = await auth.newAccount();
  await charges.rpc.setTerms({ accountId, dailyDepositCentsMax: 10_000, ...BY });
  const create = (valueCents: number) => charges.rpc.createCharge({ accountId, valueCents });

  expect(await outcomesOf(times(8, () => create(3_000)))).toEqual({ made: 3, reasons: refused(5) });
  await expect(create(1_001)).rejects.toThrow(
    /^Deposit exceeds the daily limit: 1000 cents are left until \d{4}-\d\d-\d\dT03:00:00.000Z$/,
  );
  await create(1_000);
  await expect(create(10)).rejects.toThrow('0 cents are left');
  await charges.advanceClock(DAY_MS / 1_000);
  await eventually(() => create(10_000));
  await expect(create(10)).rejects.toMatchObject({ reason: 'velocity_limit_reached' });
});

test('of many refunds at once exactly as many are made as a day allows, and a repeated one is no other', async () => {
  const paid = await charges.create(5_000, await auth.newAccount());
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
  const accountId = await auth.newAccount();
  await charges.create(1_000, accountId);
  const counted = 'select from velocity_day where account_id = $1';
  expect((await charges.db.query(counted, [accountId])).rowCount).toBe(0);
  await charges.rpc.setTerms({ accountId, dailyDepositsMax: 0, ...BY });
  await expect(charges.create(1_000, accountId)).rejects.toThrow('0 deposits are left');
  await charges.rpc.setTerms({ accountId, defaults: ['dailyDepositsMax'], ...BY });
  await charges.create(1_000, accountId);
});

test('a refused deposit can be repeated with its Idempotency-Key after the limit was raised', async () => {
  const accountId = await auth.newAccount();
  await charges.rpc.setTerms({ accountId, dailyDepositsMax: 0, ...BY });
  const idempotency = { key: randomUUID(), fingerprint: 'same' };
  const create = () => charges.rpc.createCharge({ accountId, valueCents: 1_000, idempotency });
  await expect(create()).rejects.toMatchObject({ reason: 'velocity_limit_reached' });
  await charges.rpc.setTerms({ accountId, dailyDepositsMax: 1, ...BY });
  expect(await create()).toMatchObject({ replayed: false });
  expect(await create()).toMatchObject({ replayed: true });
});
