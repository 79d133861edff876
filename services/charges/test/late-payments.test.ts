import { eventually } from '@entrada/platform/testing/eventually';
import { chargesUnderTest } from './charges-under-test.ts';

const quiet = { notify: false } as const;
const HALF_AN_HOUR_SECONDS = 1_800;

test.each([
  ['ahead of', HALF_AN_HOUR_SECONDS],
  ['behind', -HALF_AN_HOUR_SECONDS],
])('a bank whose clock is half an hour %s ours loses no payment', async (_, advanceSeconds) => {
  await using charges = await chargesUnderTest({ SWEEP_EVERY_MS: '50', PROVIDER_CLOCK: 'real' });
  await charges.advanceClock(advanceSeconds);
  const charge = await charges.create();
  await charges.bank.pay(charge.emv, quiet);
  const { txid } = await charges.payUnknown(300);
  // Older windows are checked once a minute; nobody waits for it here.
  await charges.makeWindowsDue();

  await charges.becomes(charge.id, 'COMPLETED');
  await eventually(async () => {
    expect(await charges.unclear()).toMatchObject([{ txid, attempts: 0 }]);
  });
  await charges.db.query('update unclear_payment set next_attempt_at = now()');
  await eventually(async () =>
    expect(await charges.exceptionsOf(txid)).toEqual([['UNKNOWN_TXID', 300]]),
  );
});

test('after an outage of an hour, payments of a bank whose clock is half an hour behind are taken in by the sweep', async () => {
  await using charges = await chargesUnderTest({ SWEEP_EVERY_MS: '50', PROVIDER_CLOCK: 'real' });
  await charges.advanceClock(-HALF_AN_HOUR_SECONDS);
  const charge = await charges.create();
  await charges.bank.pay(charge.emv, { secondsAgo: 55 * 60, ...quiet });
  await charges.makeWindowsDue({ unsweptSeconds: 3_600 });

  await charges.becomes(charge.id, 'COMPLETED');
});

test.each([
  ['hours', 5 * 3_600],
  ['days', 6 * 86_400],
])('a payment that the bank lists %s late is taken in', async (_, secondsAgo) => {
  await using charges = await chargesUnderTest();
  const charge = await charges.create(5000, undefined, { expiresInSeconds: 1_209_600 });
  const unpaid = await charges.create(5000, undefined, { expiresInSeconds: 1_209_600 });
  await charges.bank.pay(charge.emv, { secondsAgo, ...quiet });
  // Windows of the last week are checked every few hours; it is time for this one.
  await charges.makeWindowsDue();

  await charges.becomes(charge.id, 'COMPLETED');
  expect(await charges.stored(unpaid.id)).toMatchObject({ status: 'PENDING' });
});

test('an expired charge is asked about when it is read, for a week, and a late payment completes it', async () => {
  await using charges = await chargesUnderTest();
  const [late, tooLate] = await Promise.all([
    charges.create(5000, undefined, { expiresInSeconds: 60 }),
    charges.create(5000, undefined, { expiresInSeconds: 60 }),
  ]);
  await charges.advanceClock(200);
  await charges.becomes(late.id, 'EXPIRED');
  await charges.becomes(tooLate.id, 'EXPIRED');
  await charges.bank.pay(late.emv, { force: true, ...quiet });

  expect((await charges.statusOf(late)).status).toBe('CHARGE_STATUS_COMPLETED');
  expect(await charges.stored(late.id)).toMatchObject({ paid_late: true, changed_by: 'query' });

  await charges.advanceClock(8 * 86_400);
  // A reply of the bank says what time it is there.
  await charges.create();
  await charges.fault('get-cob', '500', { count: 100 });
  expect(await charges.statusOf(tooLate)).toEqual({
    status: 'CHARGE_STATUS_EXPIRED',
    statusSource: 'STATUS_SOURCE_PROVIDER',
  });
});
