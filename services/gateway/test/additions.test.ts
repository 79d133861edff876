import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { expectRefusal } from './http.ts';
import { newShop } from './shop.ts';

const { system, headers, call, deposit, post, newHeaders, ...shop } = newShop();
const get = async (path: string) => (await shop.get(path)).body;

const METADATA = { order: '7', 'a key': '', "quote's": '=1+1 "ção" 🎉' };

/** A deposit with all that a client can send, paid and credited. */
async function credited() {
  const created = await deposit({ externalId: randomUUID(), metadata: METADATA });
  await system.bank.pay(created.emv, { notify: true });
  const event = await eventually(async () => {
    const { events } = await get('/api/events?cursor=0&limit=200');
    return (
      events.find(({ data }: { data: { chargeId: string } }) => data.chargeId === created.id) ??
      false
    );
  });
  return { created, event, charge: (await get(`/api/deposit/${created.paymentLinkId}`)).charge };
}

test('metadata comes back in replies, lists, events and files, exactly as it was sent', async () => {
  const { created, charge, event } = await credited();
  expect([created, charge, event.data].map(({ metadata }) => metadata)).toEqual([
    METADATA,
    METADATA,
    METADATA,
  ]);
  const { charges } = await get(`/api/deposit?externalId=${charge.externalId}`);
  expect(charges[0].metadata).toEqual(METADATA);
  const csv = await call({ path: '/api/deposit?format=csv', headers });
  expect(csv.text.split('\r\n')[0]).toMatch(/,metadata,payerName,payerDocument$/);
  expect(csv.text).toContain(JSON.stringify(METADATA).replaceAll('"', '""'));
  const plain = await post('/api/deposit', { value: 1 });
  expect(plain.body.charge.metadata).toEqual({});
});

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'v']));

test.each([
  ['a text', 'a', 'metadata must be an object'],
  ['a list', ['a'], 'metadata must be an object'],
  ['a number', { a: 1 }, 'metadata.a must be text'],
  ['null', { a: null }, 'metadata.a must be text'],
  ['more within', { a: { b: 'c' } }, 'metadata.a must be text'],
  ['21 pairs', many(21), 'metadata must have at most 20 pairs'],
  ['no key', { '': 'a' }, /^metadata must have keys of 1 to 40/],
  ['a long key', { ['k'.repeat(41)]: 'a' }, /^metadata must have keys of 1 to 40/],
  ['a long value', { a: 'v'.repeat(501) }, /and values of at most 500 characters/],
  ['a control character', { a: 'b\u0000c' }, /without control characters$/],
])('metadata is refused with %s', async (_what, metadata, error) => {
  const reply = await post('/api/deposit', { value: 500, metadata });
  expectRefusal(reply, { status: 400, code: 'invalid_request' });
  expect(reply.body.error).toEqual(error instanceof RegExp ? expect.stringMatching(error) : error);
});

/** As a client may write every character in JSON. */
const NOT_ASCII = /[^\x20-\x7e]/g;
const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

test.each([
  ['of plain letters', 'v'],
  ['of accented letters', 'ã'],
  ['of characters outside the first plane', '\u{1F600}'],
])('metadata may be as large as its limits, %s', async (_what, character) => {
  const value = character.repeat(500 / character.length);
  const metadata = Object.fromEntries(
    Object.keys(many(20)).map((key) => [key.padEnd(40, 'é'), value]),
  );
  const body = JSON.stringify({ value: 500, metadata });
  for (const sent of [body, body.replace(NOT_ASCII, escaped)]) {
    const reply = await post('/api/deposit', sent);
    expect([reply.status, reply.body.charge?.metadata]).toEqual([201, metadata]);
  }
});

test('who paid is shown with a masked document, and the whole document is nowhere', async () => {
  const payer = { name: 'Maria da Silva', document: '***.456.789-**' };
  const { created, charge, event } = await credited();
  expect(created.payer).toBeUndefined();
  expect([charge.payer, event.data.payer]).toEqual([payer, payer]);
  const csv = await call({ path: '/api/deposit?format=csv', headers });
  expect(csv.text).toContain(`,${payer.name},${payer.document}`);
  expect(system.runtime.logged.join('\n')).not.toContain('12345678909');
});

test('the statement has the amounts and the externalId of a deposit, in its files as well', async () => {
  const { charge } = await credited();
  const { entries } = await get('/api/statement?limit=200');
  const entry = entries.find(
    ({ paymentLinkId }: { paymentLinkId: string }) => paymentLinkId === charge.paymentLinkId,
  );
  const { value, fee, externalId } = charge;
  expect(entry).toMatchObject({ kind: 'DEPOSIT', amount: value - fee, value, fee, externalId });
  const csv = (await call({ path: '/api/statement?format=csv', headers })).text;
  expect(csv).toMatch(/,value,valueCents,fee,feeCents,externalId\r\n/);
  expect(csv).toContain(`,${value},`);
  expect(csv).toContain(externalId);
});

test('refunds are found by id and listed over the account, and by no other account', async () => {
  const { charge } = await credited();
  const path = `/api/deposit/${charge.paymentLinkId}/refund`;
  const { refund } = (await post(path, { value: 100 }, { 'idempotency-key': randomUUID() })).body;
  expect(refund.paymentLinkId).toBe(charge.paymentLinkId);

  const found = (await get(`/api/refunds/${refund.id}`)).refund;
  expect(found).toMatchObject({ id: refund.id, value: 100, paymentLinkId: charge.paymentLinkId });
  const { refunds } = await get('/api/refunds?limit=1');
  expect(refunds[0].id).toBe(refund.id);
  expect((await get('/api/refunds?status=FAILED')).refunds).toEqual([]);
  expect((await get(`/api/refunds?to=${refund.createdAt}`)).refunds).toEqual([]);

  const none = await call({ path: '/api/refunds', headers: await newHeaders() });
  expect(none.body).toEqual({ success: true, refunds: [], nextCursor: null });
});
