import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { chargesUnderTest } from './charges-under-test.ts';
import { refundsUnderTest } from './refunds-under-test.ts';

const quiet = { notify: false } as const;

test('queries beyond their budget of bank calls answer as stored; they and lists refuse no create, and the sweep goes on at its pace', async () => {
  await using charges = await chargesUnderTest({
    SWEEP_EVERY_MS: '50',
    PROVIDER_LISTS_PER_SECOND: '2',
    PROVIDER_POLLS_PER_SECOND: '2',
  });
  const charge = await charges.create();
  const others = await Promise.all(Array.from({ length: 12 }, () => charges.create()));
  // Once more where the machine was so slow that the budget was enough for all.
  await eventually(async () => {
    const replies = await Promise.all(others.map((one) => charges.statusOf(one)));
    const asked = replies.filter(({ statusSource }) => statusSource === 'STATUS_SOURCE_PROVIDER');
    expect(asked.length).toBeGreaterThanOrEqual(2);
    expect(asked.length).toBeLessThan(12);
  });
  expect(await charges.metric('provider_poll_skipped_total')).toMatch(/_total [1-9]/);
  await charges.bank.pay(charge.emv, quiet);

  const made = await Promise.all(Array.from({ length: 20 }, () => charges.create()));

  expect(made).toHaveLength(20);
  await eventually(async () =>
    expect(await charges.stored(charge.id)).toMatchObject({ status: 'COMPLETED' }),
  );
  const text = await charges.metric('provider_request_duration_seconds');
  expect(text).not.toMatch(/operation="list-pix",outcome="(?!ok)/);
});

test('a refund above its budget is PROCESSING at once and settles later, exactly once, and no create is refused meanwhile', async () => {
  await using under = await refundsUnderTest({ PROVIDER_REFUNDS_PER_SECOND: '2' });
  const { charges } = under;
  const charge = await under.paidCharge(50_000);

  const begun: Awaited<ReturnType<typeof under.refund>>[] = [];
  // More where the machine was so slow that the budget was enough for all.
  await eventually(async () => {
    const more = Array.from({ length: 8 }, () => under.refund(charge, { valueCents: 100 }));
    begun.push(...(await Promise.all(more)));
    expect(await under.refundsAtBank(charge)).toBeLessThan(begun.length);
  });
  await Promise.all(Array.from({ length: 8 }, () => charges.create()));

  const processing = expect.objectContaining({ status: 'REFUND_STATUS_PROCESSING' });
  expect(begun.map(({ refund }) => refund)).toEqual(begun.map(() => processing));
  await eventually(
    async () => {
      await charges.advanceClock(600);
      expect(await under.refundEventsOf(charge)).toHaveLength(begun.length);
    },
    { timeoutMs: 60_000 },
  );
  const settled = { paymentReturned: expect.anything() };
  expect(await under.refundEventsOf(charge)).toEqual(begun.map(() => settled));
  expect(await under.refundsAtBank(charge)).toBe(begun.length);
  expect(await charges.stored(charge.id)).toMatchObject({ refunded_cents: 100 * begun.length });
});

const BUDGET = 5;

const charges = forTests(() => chargesUnderTest({ PROVIDER_POLLS_PER_SECOND: String(BUDGET) }));
afterEach(() => charges.bank.clearFaults());

async function bankCalls(): Promise<number> {
  const text = await charges.metric('provider_request_duration_seconds');
  return [...text.matchAll(/_count\{operation="get-(?:cob|pix)",outcome="\w+"\} (\d+)/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

async function paid() {
  const charge = await charges.create();
  const { txid, endToEndId } = await charges.bank.pay(charge.emv, { notify: false });
  return { ...charge, txid, endToEndId };
}

test('a payment that is stored is not looked up again, unless some of it was returned', async () => {
  const { txid, endToEndId } = await paid();
  const notify = (isReturned: boolean) =>
    eventually(() => charges.rpc.notifyPayments({ payments: [{ txid, endToEndId, isReturned }] }));
  await notify(false);
  const before = await bankCalls();

  for (let i = 0; i < 10; i += 1) await notify(false);
  expect(await bankCalls()).toBe(before);

  await notify(true);
  expect(await bankCalls()).toBeGreaterThan(before);
});

test('callbacks at the same time share the look-up of a charge, one that began after they came', async () => {
  // Once more where the machine was so slow that some came after the look-up.
  const id = await eventually(async () => {
    const charge = await paid();
    const { txid } = charge;
    await charges.fault('get-cob', 'slow', { ms: 500, count: 1 });
    const before = await bankCalls();
    const notify = () => charges.rpc.notifyPayments({ payments: [{ txid }] });
    await Promise.all(Array.from({ length: 20 }, notify));
    expect((await bankCalls()) - before).toBeLessThanOrEqual(2);
    return charge.id;
  });
  expect(await charges.stored(id)).toMatchObject({ status: 'COMPLETED' });
});

test('a flood of callbacks causes no more bank calls than its budget, and what it named is found later', async () => {
  const created = await Promise.all(Array.from({ length: 40 }, paid));
  const payments = created.map(({ txid, endToEndId }) => ({ txid, endToEndId }));
  const before = await bankCalls();
  const begun = performance.now();
  const replies = await Promise.allSettled(
    Array.from({ length: 8 }, () => charges.rpc.notifyPayments({ payments })),
  );
  const seconds = (performance.now() - begun) / 1_000;
  expect((await bankCalls()) - before).toBeLessThanOrEqual(BUDGET * (seconds + 1));
  expect(replies.some(({ status }) => status === 'rejected')).toBe(true);

  await eventually(
    async () => {
      await charges.rpc.notifyPayments({ payments }).catch(() => {});
      for (const { id } of created) {
        expect(await charges.stored(id)).toMatchObject({ status: 'COMPLETED' });
      }
    },
    { timeoutMs: 60_000 },
  );
});
