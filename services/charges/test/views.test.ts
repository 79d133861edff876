import { randomUUID } from 'node:crypto';
import type { ListChargesRequestInput } from '@entrada/contracts/gen/charges/v1/ListChargesRequest';
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

const accountId = randomUUID();
const NAMES = ['order-1', 'order-2', 'order-10', 'Order-3', 'or%er-1', 'o_der', 'ação-1', '🎉'];
beforeAll(async () => {
  for (const externalId of NAMES) await charges.create(100, accountId, { externalId });
  await charges.create(100, accountId);
  await charges.create(100, randomUUID(), { externalId: 'order-1' });
});

type SearchQuery = Omit<ListChargesRequestInput, 'accountId'>;

/** External ids of all pages. */
async function search(asked: SearchQuery, of = accountId): Promise<string[]> {
  const found: string[] = [];
  let [cursor, pages] = ['', 0];
  do {
    const page = await charges.rpc.listCharges({ accountId: of, limit: 2, ...asked, cursor });
    found.push(...page.charges.map(({ externalId }) => externalId));
    [cursor, pages] = [page.nextCursor, pages + 1];
  } while (cursor !== '' && pages < 20);
  return found;
}

test.each([
  ['order-', ['order-2', 'order-10', 'order-1']],
  ['order-1', ['order-10', 'order-1']],
  ['or%', ['or%er-1']],
  ['o_', ['o_der']],
  ['%', []],
  ['\\', []],
  ['ORDER', []],
  ['aç', ['ação-1']],
  ['🎉', ['🎉']],
])('external ids that begin with %j are listed by name, last first', async (q, found) => {
  expect(await search({ q })).toEqual(found);
  expect(await search({ q, limit: 1 })).toEqual(found);
});

test('a charge is found by its id, link and payment, in any case of their letters', async () => {
  const charge = await charges.create(500, accountId, { externalId: 'paid' });
  const { endToEndId } = await charges.bank.pay(charge.emv, { notify: false });
  await charges.statusOf(charge);

  for (const q of [charge.id, charge.id.toUpperCase(), charge.paymentLinkId, endToEndId]) {
    expect([q, await search({ q })]).toEqual([q, ['paid']]);
    expect([q, await search({ q, status: 'CHARGE_STATUS_PENDING' })]).toEqual([q, []]);
  }
  expect(await search({ q: charge.id, status: 'CHARGE_STATUS_COMPLETED' })).toEqual(['paid']);
  expect(await search({ q: charge.id, to: '2020-01-01T00:00:00Z' })).toEqual([]);
});

test.each([randomUUID(), '0123456789abcdef01234567', `E${'1'.repeat(31)}`])(
  'an external id that looks like another id, %s, is found',
  async (externalId) => {
    await charges.create(100, accountId, { externalId });
    expect(await search({ q: externalId })).toEqual([externalId]);
  },
);

test("another account's charge is found by none of its names", async () => {
  const other = await charges.create(500, randomUUID(), { externalId: 'theirs' });
  const { endToEndId } = await charges.bank.pay(other.emv, { notify: false });
  await charges.statusOf(other);
  for (const q of [other.id, other.paymentLinkId, endToEndId, 'theirs']) {
    expect([q, await search({ q })]).toEqual([q, []]);
  }
});

test('filters apply to a search by prefix', async () => {
  const canceled = await charges.create(100, accountId, { externalId: 'order-7' });
  await charges.cancel(canceled);
  expect(await search({ q: 'order-', status: 'CHARGE_STATUS_CANCELED' })).toEqual(['order-7']);
  expect(await search({ q: 'order-', to: '2020-01-01T00:00:00Z' })).toEqual([]);
});

const MANY = `
  insert into charge (id, account_id, payment_link_id, txid, emv, value_cents, original_value_cents, fee_cents,
                      status, created_at, expires_at, external_id)
  select left(md5($1 || n::text), 24), $1::uuid, gen_random_uuid(), md5($1 || n::text), 'e', 1, 1, 0, 'PENDING',
         now() - n * interval '1 second', now() + interval '1 day', 'many-' || n
    from generate_series(1, 10000) n`;

test('every one of 10,000 charges is listed and found once, also the few that a filter lets pass', async () => {
  const many = randomUUID();
  await charges.db.query(MANY, [many]);
  await charges.db.query(
    `update charge set status = 'EXPIRED' where account_id = $1 and external_id in ('many-1', 'many-5000')`,
    [many],
  );
  const all = (asked: SearchQuery) => search({ limit: 1000, ...asked }, many);
  expect(new Set(await all({})).size).toBe(10_000);
  expect((await all({ q: 'many-' })).length).toBe(10_000);
  expect(new Set(await all({ q: 'many-' })).size).toBe(10_000);
  const rare = await all({ q: 'many-', status: 'CHARGE_STATUS_EXPIRED' });
  expect(rare).toEqual(['many-5000', 'many-1']);
});

test('a cursor of the list by time is refused for a charge without an external id', async () => {
  const lone = randomUUID();
  for (let i = 0; i < 2; i += 1) await charges.create(100, lone);
  const { nextCursor: cursor } = await charges.rpc.listCharges({ accountId: lone, limit: 1 });
  const asked = { accountId: lone, limit: 1, q: 'order', cursor };
  await expect(charges.rpc.listCharges(asked)).rejects.toMatchObject({ reason: 'invalid_cursor' });
});
