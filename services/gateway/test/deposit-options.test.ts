import { randomUUID } from 'node:crypto';
import { expectRefusal } from './http.ts';
import { type Headers, newShop } from './shop.ts';

const { system, get, post, newHeaders } = newShop();
const deposit = (body: unknown, headers: Headers = {}) => post('/api/deposit', body, headers);

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
