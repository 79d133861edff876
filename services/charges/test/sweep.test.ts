import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { chargesUnderTest, type UnderTest } from './charges-under-test.ts';

const quiet = { notify: false } as const;
/** Longer than a payment for no charge may be one whose charge is just being stored. */
const PAST_DOUBT_SECONDS = 61;

let charges: UnderTest;
beforeAll(async () => {
  charges = await chargesUnderTest({ SWEEP_EVERY_MS: '50' });
});
afterEach(async () => {
  charges.bank.line.restore();
  await charges.bank.clearFaults();
});
afterAll(() => charges[Symbol.asyncDispose]());

const becomes = (id: string, status: string) =>
  eventually(async () => expect(await charges.stored(id)).toMatchObject({ status }));

async function listings(): Promise<number> {
  const text = await charges.metric('provider_request_duration_seconds');
  const count = /_count\{operation="list-pix",outcome="ok"\} (\d+)/.exec(text);
  return Number(count?.[1] ?? 0);
}

/** Two more listings have begun and ended since now, so one of them saw all there is. */
async function sweptOnceMore(): Promise<void> {
  const before = await listings();
  await eventually(async () => expect(await listings()).toBeGreaterThan(before + 1));
}

test('a payment without a callback and without a query is found', async () => {
  const charge = await charges.create();
  await charges.bank.pay(charge.emv, quiet);

  await becomes(charge.id, 'COMPLETED');

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
  const txid = randomUUID().replaceAll('-', '');
  const paid = JSON.parse(await charges.bank.control('pay-unknown', { txid, value: 7700 }));
  const { endToEndId } = paid.payments[0];
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
    await becomes(charge.id, 'COMPLETED');
  }
});

test('a list that contradicts the payments themselves is not believed', async () => {
  const charge = await charges.create(5000);
  await charges.fault('list-pix', 'contradictory', { count: 3 });
  await charges.bank.pay(charge.emv, quiet);

  await becomes(charge.id, 'COMPLETED');

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

  await becomes(charge.id, 'COMPLETED');
});

test('a long absence is made up for, window by window', async () => {
  const charge = await charges.create();
  await charges.bank.pay(charge.emv, quiet);
  await becomes(charge.id, 'COMPLETED');
  const late = await charges.create(5000, undefined, { expiresInSeconds: 1_209_600 });
  await charges.db.query(`update job set watermark = watermark - interval '3 days'`);
  await charges.bank.pay(late.emv, quiet);

  await becomes(late.id, 'COMPLETED');
});

test('a clock that is set back does not hide payments', async () => {
  const charge = await charges.create();
  await charges.db.query(`update job set watermark = watermark + interval '2 hours'`);
  await charges.bank.pay(charge.emv, quiet);

  await becomes(charge.id, 'COMPLETED');
});

test('three replicas make each of the three sweeps as often as one', async () => {
  await using calm = await chargesUnderTest({ SWEEP_EVERY_MS: '600000' });
  await using second = await calm.startAnother();
  await using third = await calm.startAnother();

  await eventually(async () => {
    const { rows } = await calm.db.query(
      `select bool_and(due_at > now()) as done from job where name like '%sweep'`,
    );
    expect(rows[0].done).toBe(true);
  });

  const counts = await Promise.all(
    [calm.service, second, third].map(async ({ runtime }) => {
      const name = 'provider_request_duration_seconds';
      const text = await runtime.metrics.getSingleMetricAsString(name);
      return Number(/_count\{operation="list-pix",outcome="ok"\} (\d+)/.exec(text)?.[1] ?? 0);
    }),
  );
  expect(counts.reduce((sum, count) => sum + count)).toBe(3);
});
