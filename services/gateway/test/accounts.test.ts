import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import express from 'express';
import { openLocalServer } from '../../../test/e2e/local-server.ts';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { sessionCookie } from '../src/transport/http/session-cookie.ts';
import { expectRefusal, postJson, type RawRequest, type Reply, send } from './http.ts';
import { cookieOf, PASSWORD, visitorsOf } from './visitors.ts';

const system = forTests(() => sharedSystem());

const { call, signUp, logIn } = visitorsOf(() => system);

test('signing up opens a session in a cookie that no script and no other site can use', async () => {
  const { email, account, reply, cookie } = await signUp();

  expect(account).toMatchObject({ email, name: 'Shop', id: expect.any(String) });
  const [set = ''] = reply.headers['set-cookie'] ?? [];
  expect(set).toMatch(/^entrada_session=[\w-]{20,}; Path=\/; HttpOnly; SameSite=Strict$/);
  const seen = await call({ path: '/api/account', headers: { cookie } });
  expect(seen.body).toEqual({
    success: true,
    account,
    terms: expect.objectContaining({ version: 0, next: null }),
  });
});

test('an account sees its own terms, and the version that is scheduled next', async () => {
  const { account, cookie } = await signUp();
  const set = (feeBasisPoints: number, from: string) =>
    system.charges.rpc.setTerms({
      accountId: account.id,
      feeBasisPoints,
      from,
      reason: 'why',
    });
  await set(50, '');
  await set(25, '2999-01-01T00:00:00Z');

  const { body } = await call({ path: '/api/account', headers: { cookie } });

  expect(body.terms).toMatchObject({
    version: 1,
    fee: { basisPoints: 50 },
    next: { version: 2, from: '2999-01-01T00:00:00.000Z', fee: { basisPoints: 25 } },
  });
});

test('a session works until log-out, which clears the cookie', async () => {
  const { email } = await signUp();
  const cookie = cookieOf(await logIn(email, PASSWORD));
  expect((await call({ path: '/api/account', headers: { cookie } })).status).toBe(200);

  const out = await call({ method: 'DELETE', path: '/api/session', headers: { cookie } });

  expect(out.status).toBe(200);
  expect(out.headers['set-cookie']?.[0]).toMatch(/^entrada_session=; .*1970/);
  await eventually(async () => {
    const reply = await call({ path: '/api/account', headers: { cookie } });
    expectRefusal(reply, { status: 401, code: 'session_required' });
    expect(reply.headers['www-authenticate']).toBe('Cookie realm="dashboard"');
  });
});

test('sessions are listed with the current one marked, and can be ended one by one', async () => {
  const { email, cookie } = await signUp();
  const other = cookieOf(await logIn(email, PASSWORD));

  const { sessions } = (await call({ path: '/api/sessions', headers: { cookie } })).body;

  expect(sessions).toHaveLength(2);
  expect(sessions.filter((session: { current: boolean }) => session.current)).toHaveLength(1);
  expect(sessions[0]).toMatchObject({ ip: '127.0.0.1' });
  const { id } = sessions.find((session: { current: boolean }) => !session.current);
  const path = `/api/sessions/${id}`;
  expect((await call({ method: 'DELETE', path, headers: { cookie } })).status).toBe(200);
  await eventually(async () =>
    expect((await call({ path: '/api/account', headers: { cookie: other } })).status).toBe(401),
  );
  expect((await call({ path: '/api/account', headers: { cookie } })).status).toBe(200);
});

test('a changed password ends every other session, and the old one no longer works', async () => {
  const { email, cookie } = await signUp();
  const other = cookieOf(await logIn(email, PASSWORD));
  const change = { oldPassword: PASSWORD, newPassword: 'another long pass phrase' };

  const wrong = { ...change, oldPassword: 'a guess of somebody else' };
  const refused = await call(postJson('/api/account/password', wrong, { cookie }));
  expectRefusal(refused, { status: 401, code: 'wrong_credentials' });
  expect((await call(postJson('/api/account/password', change, { cookie }))).status).toBe(200);

  await eventually(async () =>
    expect((await call({ path: '/api/account', headers: { cookie: other } })).status).toBe(401),
  );
  expect((await call({ path: '/api/account', headers: { cookie } })).status).toBe(200);
  expect((await logIn(email, PASSWORD)).status).toBe(401);
  expect((await logIn(email, change.newPassword)).status).toBe(200);
});

test.each([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
])('a request caused by another site changes nothing: %j', async (headers) => {
  const { cookie } = await signUp();
  const refused = { status: 403, code: 'cross_site_request' };
  const create = await call(postJson('/api/keys', { name: 'x' }, { cookie, ...headers }));
  expectRefusal(create, refused);
  const out = await call({
    method: 'DELETE',
    path: '/api/session',
    headers: { cookie, ...headers },
  });
  expectRefusal(out, refused);
  expectRefusal(
    await call(postJson('/api/session', { email: 'a', password: 'b' }, headers)),
    refused,
  );
  expectRefusal(
    await call(postJson('/api/deposit', { value: 5 }, { cookie, ...headers })),
    refused,
  );
  expect((await call({ path: '/api/keys', headers: { cookie } })).body.apiKeys).toEqual([]);
});

test.each<[string, Partial<RawRequest>]>([
  ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' }],
  ['a form of plain text', { headers: { 'content-type': 'text/plain' }, body: '{}' }],
  ['a form without fields', {}],
])('a request that names no site and may be %s changes nothing', async (_what, sent) => {
  const { cookie } = await signUp();
  const { apiKey } = (await call(postJson('/api/keys', { name: 'x' }, { cookie }))).body;
  const paths = ['/api/keys', `/api/keys/${apiKey.id}/rotate`, '/api/deposit', '/api/session'];
  for (const path of paths) {
    const headers = { cookie, ...sent.headers };
    const reply = await call({ method: 'POST', path, ...sent, headers });
    expectRefusal(reply, { status: 403, code: 'cross_site_request' });
  }
});

test('a request that names no site but cannot come from a form is accepted', async () => {
  const { cookie } = await signUp();
  const { apiKey } = (await call(postJson('/api/keys', { name: 'x' }, { cookie }))).body;
  const rotated = await call(postJson(`/api/keys/${apiKey.id}/rotate`, '', { cookie }));
  expect(rotated.status).toBe(201);
  const path = `/api/keys/${apiKey.id}`;
  expect((await call({ method: 'DELETE', path, headers: { cookie } })).status).toBe(200);
});

test('requests of the dashboard itself are accepted', async () => {
  const { cookie } = await signUp();
  const own = { cookie, origin: system.baseUrl, 'sec-fetch-site': 'same-origin' };
  expect((await call(postJson('/api/keys', { name: 'x' }, own))).status).toBe(201);
  const old = { cookie, origin: system.baseUrl };
  expect((await call(postJson('/api/deposit', { value: 500 }, old))).status).toBe(201);
});

test.each([
  ['short', 'wrong_length'],
  ['aaaaaaaaaaaa', 'too_weak'],
])('the new password %j is refused at its field', async (newPassword, code) => {
  const { cookie } = await signUp();
  const change = { oldPassword: PASSWORD, newPassword };
  const reply = await call(postJson('/api/account/password', change, { cookie }));
  expectRefusal(reply, { status: 400, code: 'invalid_request' });
  expect(reply.body.details).toMatchObject([{ field: 'newPassword', code }]);
});

test('too many password attempts are limited like any other requests, with the time to wait', async () => {
  const { email } = await signUp();
  const replies: Reply[] = [];
  for (let i = 0; i < 40 && replies.at(-1)?.status !== 429; i += 1) {
    replies.push(await logIn(email, 'not the password at all'));
  }
  const last = replies.at(-1) as Reply;
  expectRefusal(last, { status: 429, code: 'rate_limited' });
  const quarterHour = 15 * 60;
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(quarterHour - 120);
  expect(Number(last.headers['retry-after'])).toBeLessThanOrEqual(quarterHour);
});

test('a sign-up does not reveal that an address is registered, and log-in does not either', async () => {
  const { email, account } = await signUp();
  const stranger = 'a stranger chose this phrase';
  const unknown = `${randomUUID()}@example.com`;

  const replies = await Promise.all(
    [email, unknown].map((address) =>
      call(postJson('/api/account', { email: address, password: stranger, name: 'Shop' })),
    ),
  );

  const [first, second] = replies.map((reply) => shapeOf(reply as Reply));
  expect(first).toEqual(second);
  for (const reply of replies) {
    const headers = { cookie: cookieOf(reply) };
    expect((await call({ path: '/api/account', headers })).status).toBe(200);
  }
  const [again, other] = [await logIn(email, stranger), await logIn(unknown, stranger)];
  expect(shapeOf(again)).toEqual(shapeOf(other));
  expect(again.body.account.id).not.toBe(account.id);
  const { body } = await logIn(email, PASSWORD);
  expect(body.account.id).toBe(account.id);
});

test('a repeated sign-up with the same password opens the account that is there', async () => {
  const { email, account } = await signUp();
  const again = await call(postJson('/api/account', { email, password: PASSWORD, name: 'Shop' }));
  expect([again.status, again.body.account.id]).toEqual([201, account.id]);
});

test.each([
  [{ name: 'Sh\u200bop' }, 'name', 'confusing_characters'],
  [{ name: 'P\u0430ypal' }, 'name', 'confusing_characters'],
  [{ name: 'Shop \u202egnp' }, 'name', 'confusing_characters'],
  [{ email: 'an\u0430@shop.example' }, 'email', 'malformed'],
  [{ email: 'ana\u200b@shop.example' }, 'email', 'malformed'],
  [{ password: ' '.repeat(12) }, 'password', 'too_weak'],
  [{ password: 'aaaaaaaaaaaa' }, 'password', 'too_weak'],
  [{ password: '123456789012' }, 'password', 'too_weak'],
  [{ password: 'passwordpassword' }, 'password', 'too_weak'],
  [{ email: 'ana@shop.example', password: 'ana@shop.example' }, 'password', 'too_weak'],
])(
  'what deceives and what is easy to guess is refused at its field: %j',
  async (given, field, code) => {
    const good = { email: `${randomUUID()}@example.com`, password: PASSWORD, name: 'Shop' };
    const reply = await call(postJson('/api/account', { ...good, ...given }));
    expectRefusal(reply, { status: 400, code: 'invalid_request' });
    expect(reply.body.details).toMatchObject([{ field, code }]);
  },
);

test('a full-width address and name are stored in their plain form', async () => {
  const email = `${randomUUID()}@example.com`;
  const typed = { email: email.replace('@', '\uff20'), password: PASSWORD, name: '\uff33hop' };
  const { body } = await call(postJson('/api/account', typed));
  expect(body.account).toMatchObject({ email, name: 'Shop' });
});

/** All of a reply but what is random, a time, or was sent. */
function shapeOf({ status, headers, body }: Reply) {
  const kept = Object.entries(headers).filter(
    ([name]) => !['date', 'x-request-id', 'ratelimit', 'etag'].includes(name),
  );
  const cookies = headers['set-cookie']?.map((cookie) => cookie.replace(/=[^;]+/, '='));
  const { id: _id, email: _email, createdAt: _at, proofAt: _proof, ...account } = body.account;
  return { status, headers: { ...Object.fromEntries(kept), 'set-cookie': cookies }, account };
}

/** What a door sets on a visit, and which token it found. */
async function visit(publicBaseUrl: string, cookie: string) {
  const own = sessionCookie(publicBaseUrl);
  const http = express();
  http.get('/a', (request, response) => {
    own.set(response, 'token');
    response.json({ found: own.read(request) ?? null });
  });
  await using server = await openLocalServer(http);
  const { headers, body } = await send(server.port, { path: '/a', headers: { cookie } });
  return { set: headers['set-cookie'], found: body.found };
}

test('over https the cookie has the __Host- prefix and is sent over https only', async () => {
  const planted = 'entrada_session=planted';
  expect(await visit('https://pay.example.com', planted)).toEqual({
    set: ['__Host-entrada_session=token; Path=/; HttpOnly; Secure; SameSite=Strict'],
    found: null,
  });
  const both = `${planted}; __Host-entrada_session=own`;
  expect((await visit('https://pay.example.com', both)).found).toBe('own');
});
