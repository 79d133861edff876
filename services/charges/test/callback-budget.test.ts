import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { chargesUnderTest } from './charges-under-test.ts';

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
