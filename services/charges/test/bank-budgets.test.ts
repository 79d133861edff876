import { eventually } from '@entrada/platform/testing/eventually';
import { chargesUnderTest } from './charges-under-test.ts';
import { refundsUnderTest } from './refunds-under-test.ts';

const quiet = { notify: false } as const;

test('lists and queries that use up their budgets refuse no create, and the sweep goes on at its pace', async () => {
  await using charges = await chargesUnderTest({
    SWEEP_EVERY_MS: '50',
    PROVIDER_LISTS_PER_SECOND: '2',
    PROVIDER_POLLS_PER_SECOND: '1',
  });
  const charge = await charges.create();
  await Promise.all(Array.from({ length: 10 }, () => charges.statusOf(charge)));
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
