import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { expectRefusal } from './http.ts';
import { type Headers, newShop } from './shop.ts';

const { system, get, post, deposit: create, newHeaders } = newShop();
const deposit = (body: unknown, headers: Headers = {}) => post('/api/deposit', body, headers);
const bodyOf = async (path: string) => (await get(path)).body;

test.each([0, 59, 1_209_601, -1, 60.5, '3600', null, [], 1e21])(
  'a deposit cannot expire in %j seconds',
  async (expiresIn) => {
    expectRefusal(await deposit({ value: 5000, expiresIn }), {
      status: 422,
      error: 'expiresIn must be between 60 and 1209600 seconds',
      code: 'expires_in_out_of_range',
    });
  },
);

test.each([
  [{ externalId: '' }, 'invalid_request'],
  [{ externalId: 'x'.repeat(129) }, 'invalid_request'],
  [{ externalId: 5 }, 'invalid_request'],
  [{ externalId: 'a\u0000b' }, 'invalid_external_id'],
  [{ description: 'x'.repeat(141) }, 'invalid_request'],
  [{ description: 'line\nbreak' }, 'invalid_description'],
  [{ description: null }, 'invalid_request'],
])('a deposit cannot have %j', async (extra, code) => {
  const reply = await deposit({ value: 5000, ...extra });
  expect([reply.status, reply.body.code]).toEqual([400, code]);
  expect(reply.body.details).toEqual([
    { field: Object.keys(extra)[0], message: expect.any(String), code: expect.any(String) },
  ]);
});

const DECIDED_BY_US = ['fee', 'status', 'accountId', 'id', 'createdAt'];

test.each(['expires_in', 'amount', 'ExpiresIn', 'callbackUrl', 'x'.repeat(100), ...DECIDED_BY_US])(
  'an unrecognized field, or one that the service decides, is refused and named: %s',
  async (field) => {
    const reply = await deposit({ value: 5000, [field]: 3600 });
    const shown = field.slice(0, 64);
    expectRefusal(reply, {
      status: 400,
      error: `${shown} is not a recognized field`,
      code: 'invalid_request',
    });
    expect(reply.body.details).toEqual([
      { field: shown, message: 'is not a recognized field', code: 'unknown_field' },
    ]);
  },
);

test('all invalid fields are named at once', async () => {
  const reply = await deposit({ value: 5000, externalId: 5, description: '', more: 1 });
  expect(reply.body.details).toEqual([
    { field: 'externalId', message: 'must be text', code: 'wrong_type' },
    { field: 'description', message: 'must not be empty', code: 'wrong_length' },
    { field: 'more', message: 'is not a recognized field', code: 'unknown_field' },
  ]);
});

test('a repeated request gets the stored reply byte for byte, even after the charge was paid', async () => {
  const idempotency = { 'idempotency-key': randomUUID() };
  const first = await deposit('{"value":5000,"description":"a"}', idempotency);
  await system.bank.pay(first.body.charge.emv);
  const path = `/api/deposit/${first.body.charge.paymentLinkId}`;
  expect((await get(path)).body.charge.status).toBe('COMPLETED');

  const again = await deposit('{ "description":"a", "value":5e3 }', idempotency);

  expect(again.status).toBe(201);
  expect(again.text).toBe(first.text);
  expect(again.headers.location).toBe(first.headers.location);
  expect([first, again].map(({ headers }) => headers['idempotent-replayed'])).toEqual([
    undefined,
    'true',
  ]);
});

test('a key that was used for another request is refused', async () => {
  const idempotency = { 'idempotency-key': randomUUID() };
  await deposit({ value: 5000 }, idempotency);
  for (const body of [{ value: 5001 }, { value: 5000, description: 'x' }]) {
    const reply = await deposit(body, idempotency);
    expectRefusal(reply, { status: 422, code: 'idempotency_key_reused' });
    expect(reply.body.hint).toBe('Use a new key for each new request.');
  }
});

test('idempotency keys of different accounts are independent', async () => {
  const idempotency = { 'idempotency-key': randomUUID() };
  const first = await deposit({ value: 5000 }, idempotency);
  const second = await deposit({ value: 5000 }, { ...idempotency, ...(await newHeaders()) });
  expect(second.status).toBe(201);
  expect(second.body.charge.id).not.toBe(first.body.charge.id);
});

test.each(['', 'x'.repeat(256), 'a\tb', 'ação'])(
  'an invalid idempotency key is refused: %j',
  async (idempotencyKey) => {
    const reply = await deposit({ value: 5000 }, { 'idempotency-key': idempotencyKey });
    expectRefusal(reply, { status: 400, code: 'invalid_idempotency_key' });
  },
);

const METADATA = { order: '7', 'a key': '', "quote's": '=1+1 "ção" 🎉' };

/** A deposit with all that a client can send, paid and credited. */
async function credited() {
  const created = await create({ externalId: randomUUID(), metadata: METADATA });
  await system.bank.pay(created.emv, { notify: true });
  const event = await eventually(async () => {
    const { events } = await bodyOf('/api/events?cursor=0&limit=200');
    return (
      events.find(({ data }: { data: { chargeId: string } }) => data.chargeId === created.id) ??
      false
    );
  });
  return { created, event, charge: (await bodyOf(`/api/deposit/${created.paymentLinkId}`)).charge };
}

test('metadata comes back in replies, lists, events and files, exactly as it was sent', async () => {
  const { created, charge, event } = await credited();
  expect([created, charge, event.data].map(({ metadata }) => metadata)).toEqual([
    METADATA,
    METADATA,
    METADATA,
  ]);
  const { charges } = await bodyOf(`/api/deposit?externalId=${charge.externalId}`);
  expect(charges[0].metadata).toEqual(METADATA);
  const csv = await get('/api/deposit?format=csv');
  expect(csv.text.split('\r\n')[0]).toMatch(/,metadata,payerName,payerDocument$/);
  expect(csv.text).toContain(JSON.stringify(METADATA).replaceAll('"', '""'));
  const plain = await deposit({ value: 1 });
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
  const reply = await deposit({ value: 500, metadata });
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
    const reply = await deposit(sent);
    expect([reply.status, reply.body.charge?.metadata]).toEqual([201, metadata]);
  }
});

test('who paid is shown with a masked document, and the whole document is nowhere', async () => {
  const payer = { name: 'Maria da Silva', document: '***.456.789-**' };
  const { created, charge, event } = await credited();
  expect(created.payer).toBeUndefined();
  expect([charge.payer, event.data.payer]).toEqual([payer, payer]);
  const csv = await get('/api/deposit?format=csv');
  expect(csv.text).toContain(`,${payer.name},${payer.document}`);
  expect(system.runtime.logged.join('\n')).not.toContain('12345678909');
});

test('the statement has the amounts and the externalId of a deposit, in its files as well', async () => {
  const { charge } = await credited();
  const { entries } = await bodyOf('/api/statement?limit=200');
  const entry = entries.find(
    ({ paymentLinkId }: { paymentLinkId: string }) => paymentLinkId === charge.paymentLinkId,
  );
  const { value, fee, externalId } = charge;
  expect(entry).toMatchObject({ kind: 'DEPOSIT', amount: value - fee, value, fee, externalId });
  const csv = (await get('/api/statement?format=csv')).text;
  expect(csv).toMatch(/,value,valueCents,fee,feeCents,externalId\r\n/);
  expect(csv).toContain(`,${value},`);
  expect(csv).toContain(externalId);
});

test('refunds are found by id and listed over the account, and by no other account', async () => {
  const { charge } = await credited();
  const path = `/api/deposit/${charge.paymentLinkId}/refund`;
  const { refund } = (await post(path, { value: 100 }, { 'idempotency-key': randomUUID() })).body;
  expect(refund.paymentLinkId).toBe(charge.paymentLinkId);

  const found = (await bodyOf(`/api/refunds/${refund.id}`)).refund;
  expect(found).toMatchObject({ id: refund.id, value: 100, paymentLinkId: charge.paymentLinkId });
  const { refunds } = await bodyOf('/api/refunds?limit=1');
  expect(refunds[0].id).toBe(refund.id);
  expect((await bodyOf('/api/refunds?status=FAILED')).refunds).toEqual([]);
  expect((await bodyOf(`/api/refunds?to=${refund.createdAt}`)).refunds).toEqual([]);

  const none = await get('/api/refunds', await newHeaders());
  expect(none.body).toEqual({ success: true, refunds: [], nextCursor: null });
});
