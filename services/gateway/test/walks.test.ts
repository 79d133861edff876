import { randomUUID } from 'node:crypto';
import { forTests } from '@entrada/platform/testing/for-tests';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { type DocumentedCall, documentedCalls, pathOf } from './documented-calls.ts';
import { expectRefusal, type RawRequest, type Reply, send } from './http.ts';
import { startReceiver } from './receiver.ts';
import { idsOf, sampleIn, samplesOf } from './samples.ts';
import { type Stage, setStage } from './set-stage.ts';

/** Later than 2001 in milliseconds: in a cursor a smaller number would be a count. */
const TIME_MIN = 1e12;

/** Whose ids others try. */
let owner: Stage;
let stranger: { readonly key: string; readonly cookie: string };
const receiver = forTests(() => startReceiver());
const system = forTests(() => sharedSystem());
beforeAll(async () => {
  owner = await setStage(system, receiver.url);
  stranger = await newStranger();
});

const call = (sent: RawRequest) => send(system.port, sent);

const sampleOf = (name: string) => sampleIn(samplesOf(owner), name);

async function newStranger() {
  const { accountId, key } = await system.newAccount();
  const { email } = (await system.auth.rpc.getAccount({ accountId })).account ?? { email: '' };
  const { sessionToken } = await system.auth.rpc.logIn({ email, password: owner.password });
  const [name] = owner.cookie.split('=');
  return { key, cookie: `${name}=${sessionToken}` };
}

const scopes = [...new Set(documentedCalls.flatMap(({ scope }) => scope ?? []))];
const scoped = documentedCalls.filter(({ scope }) => scope !== null);
const forSessions = documentedCalls.filter(({ scope, needsCaller }) => needsCaller && !scope);

/** Asks for what does not exist, with a body that says nothing: it changes nothing if it is admitted. */
function harmless(documented: DocumentedCall, key: string): RawRequest {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const { method, hasBody } = documented;
  const isStream = documented.template === '/api/live';
  return {
    method,
    path: pathOf(documented),
    headers,
    ...(hasBody ? { body: '{}' } : {}),
    ...(isStream ? { beginningOnly: true } : {}),
  };
}

test('the document names every scope that a key can have', () => {
  expect(scopes.toSorted()).toEqual([
    'balance:read',
    'deposits:read',
    'deposits:write',
    'refunds:write',
    'webhooks:read',
    'webhooks:write',
  ]);
});

describe.each(scopes)('a key with only the scope %s', (own) => {
  let key: string;
  beforeAll(async () => {
    const { accountId } = await system.newAccount();
    key = await system.newKey(accountId, [own]);
  });

  test('is refused by every call that needs another scope, and by no other', async () => {
    for (const documented of scoped) {
      const reply = await call(harmless(documented, key));
      const isRefused = reply.status === 403 && reply.body.code === 'insufficient_scope';
      expect([documented.name, isRefused]).toEqual([documented.name, documented.scope !== own]);
    }
  });
});

test('no key of any scope is accepted where a session is needed', async () => {
  for (const documented of forSessions) {
    const reply = await call(harmless(documented, stranger.key));
    expect([documented.name, reply.status, reply.body.code]).toEqual([
      documented.name,
      401,
      'session_required',
    ]);
  }
});

/** Not of anything that an account owns, or made by the client itself. */
const OWNED_BY_NOBODY = new Set(['externalId', 'eventId']);
const isId = (name: string) => name.endsWith('Id') && !OWNED_BY_NOBODY.has(name);

type Place = 'path' | 'query' | 'body';
const withIds = documentedCalls
  .filter(({ needsCaller }) => needsCaller)
  .flatMap((documented) => [
    ...documented.inPath.map((name) => ({ documented, place: 'path' as Place, name })),
    ...documented.inQuery.flatMap(({ name }) =>
      isId(name) ? [{ documented, place: 'query' as Place, name }] : [],
    ),
    ...documented.inBody.flatMap((name) =>
      isId(name) ? [{ documented, place: 'body' as Place, name }] : [],
    ),
  ])
  .map((one) => [`${one.documented.name} (${one.place} ${one.name})`, one] as const);

function as(who: typeof stranger, { name, scope }: DocumentedCall, sample: RawRequest): RawRequest {
  const { authorization: _key, cookie: _session, ...headers } = sample.headers ?? {};
  const caller = scope ? { authorization: `Bearer ${who.key}` } : { cookie: who.cookie };
  const key = name.startsWith('POST') ? { 'idempotency-key': randomUUID() } : {};
  return {
    ...sample,
    headers: { ...headers, ...('idempotency-key' in headers ? key : {}), ...caller },
  };
}

test.each(withIds)(
  'an id of another account is answered like one that does not exist or is malformed: %s',
  async (_name, { documented, place, name }) => {
    const foreign = idsOf(owner)[name];
    if (!foreign) throw new Error(`set-stage.ts makes nothing that ${name} is the id of`);
    const sample = sampleOf(documented.name);
    const asking = async (id: string) => {
      const sent = as(stranger, documented, withId(documented, sample, { place, name, id }));
      return answerOf(await call(sent));
    };

    const reply = await asking(foreign);

    expect(reply).toEqual(await asking(randomUUID()));
    if (place === 'path') {
      // A hint may say what the id looks like.
      const said = { error: reply.said.error, code: reply.said.code };
      for (const malformed of ['malformed', '%00']) {
        expect(await asking(malformed)).toMatchObject({ status: 404, said });
      }
    }
    // A filter that matches nothing is an empty list.
    if (place !== 'query') expect(reply).toMatchObject({ status: 404 });
    else expect(JSON.stringify(reply)).not.toContain(foreign);
  },
);

type Id = { readonly place: Place; readonly name: string; readonly id: string };

function withId(
  documented: DocumentedCall,
  sample: RawRequest,
  { place, name, id }: Id,
): RawRequest {
  if (place === 'path') return { ...sample, path: pathOf(documented, { [name]: id }) };
  if (place === 'query') return { ...sample, path: `${pathOf(documented)}?${name}=${id}` };
  return { ...sample, body: JSON.stringify({ ...JSON.parse(String(sample.body)), [name]: id }) };
}

/** All that a reply says, but its own id. */
function answerOf({ status, body }: Reply) {
  const { requestId: _, ...said } = body;
  return { status, said };
}

test('what strangers tried has changed nothing of the owner', async () => {
  const headers = { authorization: `Bearer ${owner.key}` };
  const { body } = await call({ path: `/api/webhooks/${owner.webhookId}`, headers });
  expect(body.webhook).toMatchObject({ status: 'ENABLED', name: 'shop' });
  const keys = await call({ path: '/api/keys', headers: { cookie: owner.cookie } });
  const kept = keys.body.apiKeys.find(({ id }: { id: string }) => id === owner.keyId);
  expect(kept).toMatchObject({ name: 'spare', revokedAt: null });
  const { refunds } = (await call({ path: '/api/refunds', headers })).body;
  expect(refunds).toHaveLength(1);
});

const reads = documentedCalls.filter(({ method, needsCaller }) => method === 'GET' && needsCaller);

test.each(reads.map((documented) => [documented.name]))(
  'no id or cursor counts what all accounts have: %s',
  async (name) => {
    const sample = sampleOf(name);
    const paged = sample.path.replace(/limit=\d+/, 'limit=1');
    const { body } = await call({ ...sample, path: paged });
    expect(countsIn(body)).toEqual([]);
  },
);

/** Ids that are numbers, and cursors with a number that is no time. */
function countsIn(value: unknown, field = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => countsIn(item, field));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, item]) => countsIn(item, name));
  }
  const text = String(value);
  if (/^id$|Id$/.test(field) && /^\d+$/.test(text)) return [`${field}: ${text}`];
  if (!/cursor/i.test(field)) return [];
  const parts = Buffer.from(text, 'base64url').toString().split(':');
  return parts
    .filter((part) => /^\d+$/.test(part) && Number(part) < TIME_MIN)
    .map((part) => `${field}: ${part}`);
}

const callsOfApi = documentedCalls.filter(({ template }) => template.startsWith('/api/'));

function withQuery({ name }: Pick<DocumentedCall, 'name'>, query: string): RawRequest {
  const sample = sampleOf(name);
  return { ...sample, path: `${sample.path.split('?')[0]}?${query}` };
}

test.each(callsOfApi.map((documented) => [documented.name, documented] as const))(
  '%s refuses a parameter it does not know',
  async (_name, documented) => {
    const reply = await call(withQuery(documented, 'misspelt=1'));
    const error = 'misspelt is not a recognized field';
    expectRefusal(reply, { status: 400, error, code: 'invalid_request' });
  },
);

const withWindow = callsOfApi.filter(({ inQuery }) => inQuery.some(({ name }) => name === 'from'));

test.each(withWindow.map((documented) => [documented.name, documented] as const))(
  '%s refuses a window that ends first',
  async (_name, documented) => {
    // In its own zone the end would be later.
    const query = 'from=2026-11-15T12:00:00Z&to=2026-11-15T13:00:00%2B03:00';
    const reply = await call(withQuery(documented, query));
    // Metrics are of whole hours, of which there must be one.
    const [error, code] = documented.name.endsWith('/metrics')
      ? ['from must be before to', 'invalid_window']
      : ['from must not be after to', 'invalid_request'];
    expectRefusal(reply, { status: 400, error, code });
    expect(reply.body.details).toMatchObject([{ field: 'from' }]);
  },
);

const paged = callsOfApi.filter(({ inQuery }) => inQuery.some(({ name }) => name === 'cursor'));

test.each(paged.map((documented) => [documented.name, documented] as const))(
  '%s refuses a page without a size, and a cursor that it did not issue',
  async (name, documented) => {
    for (const limit of ['0', '201', 'x', '-1', '1.5']) {
      const reply = await call(withQuery(documented, `limit=${limit}`));
      expectRefusal(reply, { status: 400, error: 'limit must be an integer between 1 and 200' });
    }
    const foreign =
      name === 'GET /api/events'
        ? (await call(withQuery({ name: 'GET /api/deposit' }, 'limit=1'))).body.nextCursor
        : owner.eventCursor;
    const wrong = ['', 'malformed', '%00', 'x'.repeat(600), 'MTIzLmFiYw', 'a&cursor=b', foreign];
    for (const cursor of wrong) {
      const reply = await call(withQuery(documented, `cursor=${cursor}`));
      const error = 'cursor is invalid: send the nextCursor of the previous page';
      expectRefusal(reply, {
        status: 400,
        error: expect.stringContaining(error),
        code: 'invalid_cursor',
      });
      expect(reply.body.details).toHaveLength(1);
    }
  },
);

test('a page ignores parameters that others added to its link', async () => {
  const { path } = sampleOf('GET /payment-link/{paymentLinkId}');
  expect((await call({ path: `${path}?utm_source=mail` })).status).toBe(200);
});
