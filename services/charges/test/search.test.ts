import { randomUUID } from 'node:crypto';
import type { ListChargesRequestInput } from '@entrada/contracts/gen/charges/v1/ListChargesRequest';
import { forTests } from '@entrada/platform/testing/for-tests';
import { chargesUnderTest } from './charges-under-test.ts';

const accountId = randomUUID();
const NAMES = ['order-1', 'order-2', 'order-10', 'Order-3', 'or%er-1', 'o_der', 'ação-1', '🎉'];
const charges = forTests(() => chargesUnderTest());
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
