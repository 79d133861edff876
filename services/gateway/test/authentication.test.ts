import { forTests } from '@entrada/platform/testing/for-tests';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { expectRefusal, postJson, type Reply, send } from './http.ts';

const WRONG = `ent_test_${'0'.repeat(49)}`;

let key: string;
const system = forTests(() => sharedSystem());
beforeAll(async () => {
  ({ key } = await system.newAccount());
});

type Carriers = { authorization?: string; xApiKey?: string; query?: string };

/** A deposit asked for with whatever the carriers hold. */
function deposit({ authorization, xApiKey, query }: Carriers): Promise<Reply> {
  const path = query === undefined ? '/api/deposit' : `/api/deposit?${query}`;
  const headers = {
    ...(authorization === undefined ? {} : { authorization }),
    ...(xApiKey === undefined ? {} : { 'x-api-key': xApiKey }),
  };
  return send(system.port, postJson(path, { value: 5000 }, headers));
}

function expectUnauthenticated(reply: Reply, error: string, code: string): void {
  expectRefusal(reply, { status: 401, error, code });
  expect(reply.headers['www-authenticate']).toBe('Bearer');
}

test('a key is accepted in the query among other things', async () => {
  const path = `/api/deposit?limit=1&api_key=${key}&status=PENDING`;
  expect((await send(system.port, { path })).status).toBe(200);
});

test.each<[string, (key: string) => Carriers]>([
  ['Authorization', (k) => ({ authorization: `Bearer ${k}` })],
  ['Authorization in any case', (k) => ({ authorization: `bEaReR   ${k} ` })],
  ['X-API-Key', (k) => ({ xApiKey: k })],
  ['the query', (k) => ({ query: `api_key=${k}` })],
  ['the query with its name encoded', (k) => ({ query: `api%5Fkey=${k}` })],
])('a key is accepted in %s', async (_carrier, carried) => {
  expect((await deposit(carried(key))).status).toBe(201);
});

test.each<[string, (key: string) => Carriers]>([
  [
    'Authorization goes before X-API-Key',
    (k) => ({ authorization: `Bearer ${k}`, xApiKey: WRONG }),
  ],
  ['X-API-Key goes before the query', (k) => ({ xApiKey: k, query: `api_key=${WRONG}` })],
  ['Basic counts as absent', (k) => ({ authorization: 'Basic eDp5', xApiKey: k })],
  [
    'an empty carrier counts as absent',
    (k) => ({ authorization: 'Bearer ', xApiKey: '', query: `api_key=${k}` }),
  ],
])('of several carriers the first is used: %s', async (_rule, carried) => {
  expect((await deposit(carried(key))).status).toBe(201);
});

test.each<[string, (key: string) => Carriers]>([
  ['Authorization', () => ({ authorization: `Bearer ${WRONG}` })],
  ['X-API-Key', () => ({ xApiKey: WRONG })],
  ['the query', () => ({ query: `api_key=${WRONG}` })],
  [
    'Authorization, with a good one in X-API-Key',
    (k) => ({ authorization: `Bearer ${WRONG}`, xApiKey: k }),
  ],
  [
    'Authorization, with a good one in the query',
    (k) => ({ authorization: `Bearer ${WRONG}`, query: `api_key=${k}` }),
  ],
  ['X-API-Key, with a good one in the query', (k) => ({ xApiKey: WRONG, query: `api_key=${k}` })],
  ['Authorization, twice', (k) => ({ authorization: `Bearer ${k}, Bearer ${k}` })],
  ['Authorization, with something behind it', (k) => ({ authorization: `Bearer ${k} x` })],
  ['the query, before a good one', (k) => ({ query: `api_key=${WRONG}&api_key=${k}` })],
  ['X-API-Key, in the wrong case', (k) => ({ xApiKey: k.toUpperCase() })],
])('a wrong key is refused in %s', async (_carrier, carried) => {
  expectUnauthenticated(await deposit(carried(key)), 'Invalid API key', 'invalid_api_key');
});

test.each<[string, Carriers]>([
  ['nowhere', {}],
  ['in an empty Authorization', { authorization: '' }],
  ['in an Authorization without a key', { authorization: 'Bearer' }],
  ['in Basic', { authorization: 'Basic eDp5' }],
  ['in an empty X-API-Key', { xApiKey: ' ' }],
  ['in an empty query', { query: 'api_key=' }],
  ['under a name of the client’s own', { query: 'apikey=x&API_KEY=x' }],
])('a key that is %s is missing', async (_where, carried) => {
  expectUnauthenticated(await deposit(carried), 'API key is required', 'missing_api_key');
});

test('each request is logged as one line with its route, account and key, and no path', async () => {
  const { accountId, key: own } = await system.newAccount();
  const before = system.runtime.logged.length;
  const headers = { authorization: `Bearer ${own}`, 'x-request-id': 'one-line' };

  await send(system.port, { path: '/api/deposit/some-link', headers });

  const logged = system.runtime.logged.slice(before).map((line) => JSON.parse(line));
  const lines = logged.filter(({ request_id: requestId }) => requestId === 'one-line');
  expect(lines).toEqual([
    expect.objectContaining({
      event: 'request',
      method: 'GET',
      route: '/api/deposit/:paymentLinkId',
      status: 404,
      request_id: 'one-line',
      account_id: accountId,
      key_id: expect.any(String),
    }),
  ]);
  expect(JSON.stringify(lines)).not.toContain('some-link');
});
