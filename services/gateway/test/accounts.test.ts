import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { expectRefusal, postJson, type RawRequest, type Reply } from './http.ts';
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
