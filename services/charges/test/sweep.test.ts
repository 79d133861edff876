import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { chargesUnderTest } from './charges-under-test.ts';

const quiet = { notify: false } as const;
/** Longer than a payment for no charge may be one whose charge is just being stored. */
const PAST_DOUBT_SECONDS = 61;

const charges = forTests(() => chargesUnderTest({ SWEEP_EVERY_MS: '50' }));
/** It sweeps when it starts, and when a test asks for it. */
const calm = forTests(() => chargesUnderTest({ SWEEP_EVERY_MS: '600000' }));
afterEach(() => charges.repair());

/** Two more sweeps have ended since now, so one of them has seen all there is. */
async function sweptOnceMore(): Promise<void> {
  for (let sweep = 1; sweep <= 2; sweep += 1) await charges.sweepMoves();
}

test('a payment without a callback and without a query is found', async () => {
  const charge = await charges.create();
  await charges.bank.pay(charge.emv, quiet);

  await charges.becomes(charge.id, 'COMPLETED');

  expect(await charges.stored(charge.id)).toMatchObject({ changed_by: 'sweep' });
});

test('odd payments are found too, each once, however often they are listed', async () => {
  const [twice, tooLittle, tooMuch] = await Promise.all([
    charges.create(),
    charges.create(),
    charges.create(),
  ]);
  await charges.bank.payAll(twice.emv, { times: 2, ...quiet });
  await charges.bank.pay(tooLittle.emv, { value: 4000, ...quiet });
  await charges.bank.pay(tooMuch.emv, { value: 6000, ...quiet });

  await eventually(async () => {
    expect(await charges.exceptionsOf(twice.id)).toEqual([['DUPLICATE_PAYMENT', 5000]]);
    expect(await charges.exceptionsOf(tooLittle.id)).toEqual([['UNDERPAID', 4000]]);
    expect(await charges.exceptionsOf(tooMuch.id)).toEqual([['OVERPAID', 1000]]);
  });
  await sweptOnceMore();
  expect(await charges.exceptionsOf(twice.id)).toHaveLength(1);
});

test('a payment for no charge of ours goes to suspense once it cannot be a charge in the making', async () => {
  const { txid, endToEndId } = await charges.payUnknown(7700);
  await sweptOnceMore();
  expect(await charges.exceptionsOf(txid)).toEqual([]);

  await charges.advanceClock(PAST_DOUBT_SECONDS);

  await eventually(async () =>
    expect(await charges.eventsOf(txid)).toEqual([
      {
        paymentException: expect.objectContaining({
          kind: 'EXCEPTION_KIND_UNKNOWN_TXID',
          amountCents: 7700,
          endToEndId,
          txid,
          charge: null,
        }),
      },
    ]),
  );
  expect(await charges.metric('deposit_exceptions_total')).toContain('kind="UNKNOWN_TXID"');
});

test('a bank that lists a page twice, or nothing readable, costs no payment', async () => {
  for (const fault of ['page-twice', 'malformed', 'huge', '500', 'reset']) {
    const charge = await charges.create();
    await charges.fault('list-pix', fault, { count: 2 });
    await charges.bank.pay(charge.emv, quiet);
    await charges.becomes(charge.id, 'COMPLETED');
  }
});

test('a list that contradicts the payments themselves is not believed', async () => {
  const charge = await charges.create(5000);
  await charges.fault('list-pix', 'contradictory', { count: 3 });
  await charges.bank.pay(charge.emv, quiet);

  await charges.becomes(charge.id, 'COMPLETED');

  expect(await charges.exceptionsOf(charge.id)).toEqual([]);
  expect(await charges.stored(charge.id)).toMatchObject({ paid_cents: 5000 });
});

test('after an outage the sweep goes on by itself and misses nothing', async () => {
  const charge = await charges.create();
  charges.bank.line.cut();
  await charges.bank.pay(charge.emv, quiet);
  await eventually(() =>
    expect(charges.service.runtime.logged.join('')).toContain('job failed, retrying'),
  );
  expect(await charges.stored(charge.id)).toMatchObject({ status: 'PENDING' });

  charges.bank.line.restore();

  await charges.becomes(charge.id, 'COMPLETED');
});

test('a long absence is made up for, window by window', async () => {
  const charge = await charges.create();
  await charges.bank.pay(charge.emv, quiet);
  await charges.becomes(charge.id, 'COMPLETED');
  const late = await charges.create(5000, undefined, { expiresInSeconds: 1_209_600 });
  await charges.bank.pay(late.emv, { secondsAgo: 2 * 86_400, ...quiet });
  await charges.db.query(`
    delete from bank_window where ends_at is not null;
    update bank_window set starts_at = starts_at - interval '3 days'`);

  await charges.becomes(late.id, 'COMPLETED');
});

test('a clock that is set back does not hide payments', async () => {
  const charge = await charges.create();
  await charges.db.query(
    `update bank_window set starts_at = starts_at + interval '2 hours' where ends_at is null`,
  );
  await charges.bank.pay(charge.emv, quiet);

  await charges.becomes(charge.id, 'COMPLETED');
});

test('three replicas list the bank as often as one', async () => {
  await using second = await calm.startAnother();
  await using third = await calm.startAnother();

  await calm.everyWindowIsSwept();

  const counts = await Promise.all(
    [calm.service, second, third].map(async ({ runtime }) => {
      const name = 'provider_request_duration_seconds';
      const text = await runtime.metrics.getSingleMetricAsString(name);
      return Number(/_count\{operation="list-pix",outcome="ok"\} (\d+)/.exec(text)?.[1] ?? 0);
    }),
  );
  // The newest window is listed, every other one is counted and read.
  const { rowCount } = await calm.db.query('select from bank_window where listed is not null');
  expect(rowCount).toBeGreaterThan(0);
  expect(counts.reduce((sum, count) => sum + count)).toBe(1 + 2 * (rowCount ?? 0));
});

test('a closed window is read again only when the bank counts more payments than were read', async () => {
  await calm.everyWindowIsSwept();
  const { rows } = await calm.db.query(`
    select id, starts_at + (ends_at - starts_at) / 2 as middle from bank_window
     where ends_at < now() - interval '1 hour' and ends_at - starts_at > interval '1 minute'
     order by ends_at desc limit 1`);
  const [{ id: window, middle }] = rows;
  const [first, late] = [await calm.create(), await calm.create()];
  const inWindow = { secondsAgo: Math.round((Date.now() - middle.getTime()) / 1_000), ...quiet };
  await calm.bank.pay(first.emv, inWindow);
  await calm.makeWindowsDue();
  await calm.everyWindowIsSwept();
  expect(await calm.stored(first.id)).toMatchObject({ status: 'COMPLETED' });
  const callsToSweep = async () => {
    const before = await calm.bankCalls('list-pix');
    await calm.db.query('update bank_window set due_at = now() where id = $1', [window]);
    await calm.everyWindowIsSwept();
    return (await calm.bankCalls('list-pix')) - before;
  };
  expect(await callsToSweep()).toBe(1);
  await calm.bank.pay(late.emv, inWindow);

  expect(await callsToSweep()).toBe(2);
  expect(await calm.stored(late.id)).toMatchObject({ status: 'COMPLETED' });
  expect(await callsToSweep()).toBe(1);
});

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

test('payments that the bank lists hours or days late are taken in', async () => {
  await using charges = await chargesUnderTest();
  const longLived = () => charges.create(5000, undefined, { expiresInSeconds: 1_209_600 });
  const [hours, days, unpaid] = [await longLived(), await longLived(), await longLived()];
  await charges.bank.pay(hours.emv, { secondsAgo: 5 * 3_600, ...quiet });
  await charges.bank.pay(days.emv, { secondsAgo: 6 * 86_400, ...quiet });
  // Windows of the last week are checked every few hours; it is time for these.
  await charges.makeWindowsDue();

  for (const { id } of [hours, days]) await charges.becomes(id, 'COMPLETED');
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
