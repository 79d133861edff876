import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { chargesUnderTest } from './charges-under-test.ts';

const HOUR_MS = 3_600_000;
const from = new Date(Date.now() - HOUR_MS).toISOString();
const to = new Date(Date.now() + HOUR_MS).toISOString();
/** So many that some are paid while the auditor reads. */
const PAID_MEANWHILE = 60;

const charges = forTests(() => chargesUnderTest());
// The sweep is made once at the start, and would find what a test pays.
beforeAll(() => charges.everyWindowIsSwept());

async function refundedCharge() {
  const charge = await charges.create(5000);
  await charges.bank.pay(charge.emv, { value: 5100, notify: false });
  await charges.statusOf(charge);
  const { refund } = await charges.rpc.refundCharge({
    ...charge,
    valueCents: 2000,
    idempotency: { key: randomUUID(), fingerprint: 'x' },
  });
  return { charge, refundId: refund?.id };
}

test('a timeline tells what happened, oldest first, to its owner alone', async () => {
  const { charge, refundId } = await refundedCharge();

  const { chargeId, entries } = await charges.rpc.getChargeTimeline(charge);

  expect(chargeId).toBe(charge.id);
  expect(entries.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['created', 'completed', 'payment_exception', 'refund_requested']),
  );
  expect(entries[0]?.kind).toBe('created');
  const times = entries.map(({ at }) => Date.parse(at));
  expect(times).toEqual([...times].sort((a, b) => a - b));
  const detailOf = (kind: string) =>
    JSON.parse(entries.find((entry) => entry.kind === kind)?.detail ?? '{}');
  expect(detailOf('completed')).toMatchObject({ source: 'query' });
  expect(detailOf('payment_exception')).toMatchObject({ exception: 'OVERPAID', value: 100 });
  expect(detailOf('refund_requested')).toMatchObject({ refundId, value: 2000 });
  await expect(
    charges.rpc.getChargeTimeline({ ...charge, accountId: randomUUID() }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('an auditor sees every charge that changed, with its payments, refunds and history', async () => {
  const { charge, refundId } = await refundedCharge();
  const found = [];
  let cursor = '';
  do {
    const page = await charges.rpc.listChargesForAudit({ from, to, limit: 2, cursor });
    found.push(...page.charges);
    cursor = page.nextCursor;
  } while (cursor !== '');

  expect(found).toHaveLength(await charges.countCharges());
  expect(new Set(found.map(({ chargeId }) => chargeId)).size).toBe(found.length);
  expect(found.find(({ chargeId }) => chargeId === charge.id)).toMatchObject({
    accountId: charge.accountId,
    status: 'CHARGE_STATUS_COMPLETED',
    valueCents: 5000,
    feeCents: 50,
    payments: [{ paidCents: 5100 }],
    refunds: [{ id: refundId, valueCents: 2000 }],
    history: ['CHARGE_STATUS_PENDING', 'CHARGE_STATUS_COMPLETED'],
  });
  await expect(charges.rpc.listChargesForAudit({ from: '', to, limit: 1 })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  });
});

test('the auditor is shown two moves of one millisecond in their order', async () => {
  const charge = await charges.create(1_000, randomUUID());
  await charges.db.query(
    `insert into charge_move (charge_id, from_status, to_status, at, source)
     values ($1, 'PENDING', 'EXPIRED', '2026-11-01T12:00:00Z', 'query'),
            ($1, 'EXPIRED', 'COMPLETED', '2026-11-01T12:00:00Z', 'query')`,
    [charge.id],
  );
  // Moves the first row behind the second one in the table.
  await charges.db.query(
    `update charge_move set source = 'sweep' where charge_id = $1 and to_status = 'EXPIRED'`,
    [charge.id],
  );

  const { charges: found } = await charges.rpc.listChargesForAudit({ from, to, limit: 1_000 });
  const audited = found.find(({ chargeId }) => chargeId === charge.id);
  expect(audited?.history).toEqual([
    'CHARGE_STATUS_PENDING',
    'CHARGE_STATUS_EXPIRED',
    'CHARGE_STATUS_COMPLETED',
  ]);
});

test('an auditor never sees a charge half paid: its status, its payments and its history are of one instant', async () => {
  const made = await Promise.all(Array.from({ length: PAID_MEANWHILE }, () => charges.create()));
  for (const { emv } of made) await charges.bank.pay(emv, { notify: false });
  const ids = new Set(made.map(({ id }) => id));
  let isSettled = false;
  const settling = Promise.all(made.map((charge) => charges.statusOf(charge))).finally(() => {
    isSettled = true;
  });
  const read = async () => {
    const page = await charges.rpc.listChargesForAudit({ from, to, limit: 1_000 });
    const ours = page.charges.filter(({ chargeId }) => ids.has(chargeId));
    for (const { status, payments, history } of ours) {
      expect(history.at(-1)).toBe(status);
      expect(payments).toHaveLength(status === 'CHARGE_STATUS_COMPLETED' ? 1 : 0);
    }
    return ours;
  };
  const readAll = async () => {
    while (!isSettled) await read();
    for (const { payments } of await read()) expect(payments).toHaveLength(1);
  };

  await Promise.all([settling, readAll()]);
});

test('metrics tell of moves and of what waits', async () => {
  const charge = await charges.create();
  await charges.cancel(charge);

  expect(await charges.metric('charges_transitions_total')).toMatch(
    /from="PENDING",to="CANCELED",source="cancel"\} [1-9]/,
  );
  expect(await charges.metric('charges_created_total')).toMatch(/outcome="created"\} [1-9]/);
  await eventually(async () =>
    expect(await charges.metric('charges_pending')).toMatch(/charges_pending [1-9]/),
  );
});

test('statuses are read for many links at once, without those that are unknown or malformed', async () => {
  const [open, canceled] = [await charges.create(), await charges.create()];
  const { paymentLinkId } = canceled;
  await charges.cancel(canceled);

  const paymentLinkIds = [open.paymentLinkId.toUpperCase(), paymentLinkId, randomUUID(), 'x', ''];
  const { statuses } = await charges.rpc.getLinkStatuses({ paymentLinkIds });

  expect(new Map(statuses.map(({ paymentLinkId: link, status }) => [link, status]))).toEqual(
    new Map([
      [open.paymentLinkId, 'PENDING'],
      [paymentLinkId, 'CANCELED'],
    ]),
  );
  expect(await charges.rpc.getLinkStatuses({})).toEqual({ statuses: [] });
});

test('what was received for a charge is returned with its status, also where it completes nothing', async () => {
  const charge = await charges.create(5000);
  const { emv, paymentLinkId } = charge;
  for (const received of [4999, 9998]) {
    await charges.bank.pay(emv, { value: 4999, force: true, notify: false });
    await charges.statusOf(charge);
    const { statuses } = await charges.rpc.getLinkStatuses({ paymentLinkIds: [paymentLinkId] });
    expect(statuses).toEqual([{ paymentLinkId, status: 'PENDING', receivedCents: received }]);
  }
  await charges.bank.pay(emv, { force: true, notify: false });
  await charges.statusOf(charge);
  expect(await charges.rpc.getPaymentLink({ paymentLinkId })).toMatchObject({
    status: 'CHARGE_STATUS_COMPLETED',
    receivedCents: 14998,
  });
});

test('more than 500 links are refused', async () => {
  const paymentLinkIds = Array.from({ length: 501 }, () => randomUUID());
  await expect(charges.rpc.getLinkStatuses({ paymentLinkIds })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  });
});
