import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { document } from './contract.ts';
import { expectRefusal, postJson, send } from './http.ts';
import { visitorsOf } from './visitors.ts';

const system = forTests(() => sharedSystem());

const visitors = visitorsOf(() => system);
const { call } = visitors;
const signUp = async () => ({ cookie: (await visitors.signUp()).cookie });

const create = (session: { cookie: string }, body: object) =>
  call(postJson('/api/keys', { name: 'server', ...body }, session));
const balance = (key: string, headers: Record<string, string> = {}, port = system.port) =>
  send(port, { path: '/api/balance', headers: { authorization: `Bearer ${key}`, ...headers } });

test('a key is shown once, works, and is listed without its value', async () => {
  const session = await signUp();

  const made = await create(session, {});

  expect(made.status).toBe(201);
  const { apiKey, key } = made.body;
  expect(key).toMatch(/^ent_test_[0-9A-Za-z]{49}$/);
  expect(key.startsWith(apiKey.prefix)).toBe(true);
  expect((await balance(key)).status).toBe(200);
  const listed = await call({ path: '/api/keys', headers: session });
  expect(listed.body.apiKeys).toEqual([{ ...apiKey, lastUsedAt: null }]);
  expect(listed.text).not.toContain(key.slice(-20));
});

test('a revoked key is refused at once, and stays in the list as revoked', async () => {
  const session = await signUp();
  const { apiKey, key } = (await create(session, {})).body;
  expect((await balance(key)).status).toBe(200);
  const path = `/api/keys/${apiKey.id}`;

  for (let i = 0; i < 2; i += 1) {
    expect((await call({ method: 'DELETE', path, headers: session })).status).toBe(200);
  }

  await eventually(async () =>
    expectRefusal(await balance(key), { status: 401, code: 'invalid_api_key' }),
  );
  const [listed] = (await call({ path: '/api/keys', headers: session })).body.apiKeys;
  expect(listed.revokedAt).toEqual(expect.any(String));
});

test('a rotated key stays valid for the overlap, and without one it ends at once', async () => {
  const session = await signUp();
  const first = (await create(session, { scopes: ['balance:read'] })).body;
  const rotate = (id: string, body?: object) =>
    call(postJson(`/api/keys/${id}/rotate`, body ?? '', session));

  const second = await rotate(first.apiKey.id, { overlapSeconds: 60 });
  expect(second.status).toBe(201);
  expect(second.body.apiKey).toMatchObject({ name: 'server', scopes: ['balance:read'] });
  for (const key of [first.key, second.body.key]) expect((await balance(key)).status).toBe(200);

  const third = await rotate(second.body.apiKey.id, { overlapSeconds: 0 });
  await eventually(async () => expect((await balance(second.body.key)).status).toBe(401));
  expect((await balance(third.body.key)).status).toBe(200);
});

test('a key with an expiry is refused from then on, without asking auth again', async () => {
  const session = await signUp();
  // A busy machine may need longer than a key lives to use it once: the next one lives longer.
  let lifetimeMs = 750;
  const { key, expiresAt } = await eventually(
    async () => {
      lifetimeMs *= 2;
      const made = { expiresAt: new Date(Date.now() + lifetimeMs).toISOString() };
      const { key: given } = (await create(session, made)).body;
      expect((await balance(given)).status).toBe(200);
      return { key: given, ...made };
    },
    { timeoutMs: 60_000 },
  );

  let acceptedAt = 0;
  await eventually(
    async () => {
      const sentAt = Date.now();
      const { status } = await balance(key);
      if (status === 200) acceptedAt = sentAt;
      expect(status).toBe(401);
    },
    { timeoutMs: 60_000 },
  );

  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
  expect(acceptedAt).toBeLessThan(Date.parse(expiresAt));
});

test('a key is valid only from its allowed addresses, as reported by a trusted proxy', async () => {
  const session = await signUp();
  const allowedIps = ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'];
  const { key } = (await create(session, { allowedIps })).body;
  await using behindProxy = await system.startAnotherGateway({ TRUSTED_PROXIES: '127.0.0.1' });
  const balanceFrom = (from: string) => balance(key, { 'x-forwarded-for': from }, behindProxy.port);

  for (const from of ['203.0.113.9', '2001:db8::5', '198.51.100.7', '::ffff:203.0.113.1']) {
    expect((await balanceFrom(from)).status).toBe(200);
  }
  for (const from of ['203.0.114.9', '2001:db9::5', '203.0.113.9, 8.8.8.8', 'malformed', '']) {
    expectRefusal(await balanceFrom(from), { status: 403, code: 'ip_not_allowed' });
  }
});

test('a key may have as many allowed addresses as documented, and no more', async () => {
  const { components } = JSON.parse(JSON.stringify(document));
  const max: number = components.schemas.CreateKeyRequest.properties.allowedIps.maxItems;
  const addresses = Array.from({ length: max + 1 }, (_, n) => `10.0.0.${n}`);
  const session = await signUp();
  expect((await create(session, { allowedIps: addresses.slice(1) })).status).toBe(201);
  expect((await create(session, { allowedIps: addresses })).status).toBe(400);
});

test('X-Forwarded-For of an untrusted client is ignored', async () => {
  const { key } = (await create(await signUp(), { allowedIps: ['203.0.113.9'] })).body;
  await using direct = await system.startAnotherGateway({ TRUSTED_PROXIES: '10.0.0.0/8' });
  const names = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-client-ip', 'client-ip'];
  for (const name of names) {
    const value = name === 'forwarded' ? 'for=203.0.113.9' : '203.0.113.9';
    const headers = { authorization: `Bearer ${key}`, [name]: value };
    const reply = await send(direct.port, { path: '/api/balance', headers });
    expectRefusal(reply, { status: 403, code: 'ip_not_allowed' });
  }
});

test.each([
  {},
  { name: '' },
  { name: 'x', scopes: [] },
  { name: 'x', scopes: ['everything'] },
  { name: 'x', scope: ['balance:read'] },
  { name: 'x', allowedIps: ['300.1.1.1'] },
  { name: 'x', allowedIPs: ['10.0.0.1'] },
  { name: 'a\u0000b' },
  { name: 'x', expiresAt: 'tomorrow' },
  { name: 'x', expiresAt: '2099-01-01' },
  { name: 'x', expiresAt: '2099-02-30T00:00:00Z' },
  { name: 'x', expiresAt: '2099-01-01T00:00:00' },
  { name: 'x', expiresAt: '+010000-01-01T00:00:00Z' },
  { name: 'x', expiresAt: '2001-01-01T00:00:00Z' },
  { name: 5 },
])('no key is made of %j', async (body) => {
  const reply = await call(postJson('/api/keys', body, await signUp()));
  expect([reply.status, reply.body.code]).toEqual([400, 'invalid_request']);
});

test('the owner sees when a key was used, and that it was sent in a query string', async () => {
  const session = await signUp();
  const { apiKey, key } = (await create(session, {})).body;
  const inQuery = (await create(session, {})).body;

  expect((await balance(key)).status).toBe(200);
  expect((await call({ path: `/api/balance?api_key=${inQuery.key}` })).status).toBe(200);

  await eventually(
    async () => {
      const { apiKeys } = (await call({ path: '/api/keys', headers: session })).body;
      const byId = new Map(apiKeys.map((listed: { id: string }) => [listed.id, listed]));
      expect(byId.get(apiKey.id)).toMatchObject({
        lastUsedAt: expect.any(String),
        queryUseAt: null,
      });
      expect(byId.get(inQuery.apiKey.id)).toMatchObject({ queryUseAt: expect.any(String) });
    },
    { timeoutMs: 60_000 },
  );
});
