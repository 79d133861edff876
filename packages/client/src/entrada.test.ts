import { Entrada } from './entrada.ts';
import { EntradaError } from './entrada-error.ts';
import { outagePauseMs } from './long-poll.ts';

type SentCall = { readonly call: string; readonly key: string | null; readonly body: unknown };

/** An API that gives these replies in turn; an error means that the connection broke. */
function scripted(...replies: readonly (object | Response | Error)[]) {
  const sent: SentCall[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    const { pathname, search } = new URL(String(url));
    const key = new Headers(init.headers).get('idempotency-key');
    sent.push({ call: `${init.method} ${pathname}${search}`, key, body: init.body });
    const reply = replies[sent.length - 1];
    if (!reply) throw new Error('more requests than replies');
    if (reply instanceof Error) throw reply;
    return reply instanceof Response ? reply : Response.json({ success: true, ...reply });
  };
  const entrada = new Entrada({ apiKey: 'ent_test_1', baseUrl: 'https://pay.example.com/', fetch });
  return { entrada, sent };
}

const charge = (status: string) => ({ charge: { paymentLinkId: 'p', status, newField: 1 } });

test('each write has a new Idempotency-Key, which its retries keep', async () => {
  const { entrada, sent } = scripted(new TypeError('reset'), charge('PENDING'), charge('PENDING'));
  await entrada.deposits.create({ value: 5_000 });
  await entrada.deposits.create({ value: 5_000 });

  const [first, retry, second] = sent.map(({ key }) => key);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(retry).toBe(first);
  expect(second).not.toBe(first);
});

test('a list reads page after page, only as far as it is used', async () => {
  const page = (ids: number[], nextCursor: string | null) => ({
    charges: ids.map((id) => ({ id })),
    nextCursor,
  });
  const { entrada, sent } = scripted(page([1, 2], 'c/2'), page([3], null), page([1], 'c'));
  const ids: unknown[] = [];
  for await (const { id } of entrada.deposits.list({ status: 'PENDING', limit: 2 })) ids.push(id);
  for await (const { id } of entrada.deposits.list()) {
    ids.push(id);
    break;
  }
  expect(ids).toEqual([1, 2, 3, 1]);
  expect(sent.map(({ call }) => call)).toEqual([
    'GET /api/deposit?status=PENDING&limit=2',
    'GET /api/deposit?status=PENDING&limit=2&cursor=c%2F2',
    'GET /api/deposit',
  ]);
});

test('one page is read with page(), from the beginning or from a cursor', async () => {
  const reply = { entries: [], nextCursor: null, openingBalance: 0, closingBalance: 7 };
  const { entrada, sent } = scripted(reply, reply);
  const statement = entrada.statement({ limit: 5 });
  expect(await statement.page()).toMatchObject({ closingBalance: 7 });
  await statement.page('next');
  expect(sent.map(({ call }) => call)).toEqual([
    'GET /api/statement?limit=5',
    'GET /api/statement?limit=5&cursor=next',
  ]);
});

test('a list that repeats its cursor ends with an error instead of never', async () => {
  const page = { charges: [], nextCursor: 'same' };
  const { entrada } = scripted(page, page);
  const list = entrada.deposits.list()[Symbol.asyncIterator]();
  await expect(list.next()).rejects.toMatchObject({ code: 'invalid_reply' });
});

test('waiting for a payment goes on through an outage and a status that is not known', async () => {
  const { entrada, sent } = scripted(
    charge('PENDING'),
    ...Array.from({ length: 4 }, () => new TypeError('reset')),
    charge('UNDER_REVIEW'),
    charge('COMPLETED'),
  );
  const paid = await entrada.deposits.waitUntilPaid('p');
  expect(paid.status).toBe('COMPLETED');
  expect(sent).toHaveLength(7);
});

test.each(['EXPIRED', 'CANCELED'])('a deposit that is %s is not paid', async (status) => {
  const { entrada } = scripted(charge(status));
  const waiting = entrada.deposits.waitUntilPaid('p');
  await expect(waiting).rejects.toMatchObject({ code: 'deposit_not_paid' });
});

test('a wait ends in time, and when it is aborted', async () => {
  const { entrada } = scripted(charge('PENDING'), charge('PENDING'));
  const late = entrada.deposits.waitUntilPaid('p', { waitMs: 20 });
  await expect(late).rejects.toMatchObject({ code: 'client_timeout' });

  const abort = new AbortController();
  const stopped = entrada.deposits.waitUntilPaid('p', { signal: abort.signal });
  abort.abort(new Error('the shop closed'));
  await expect(stopped).rejects.toThrow('the shop closed');
});

test('following the feed continues after each page, and acknowledges what was handled', async () => {
  const event = (id: string) => ({ id, event: 'NEW_KIND', data: {} });
  const { entrada, sent } = scripted(
    { events: [event('a'), event('b')], nextCursor: '2' },
    {},
    { events: [event('c')], nextCursor: '3' },
  );
  const ids: string[] = [];
  for await (const { id } of entrada.events.follow({ cursor: '0', ack: true })) {
    ids.push(id);
    if (id === 'c') break;
  }
  expect(ids).toEqual(['a', 'b', 'c']);
  expect(sent.map(({ call, body }) => `${call} ${body ?? ''}`.trim())).toEqual([
    expect.stringMatching(/^GET \/api\/events\?.*=0&wait=25$/),
    'POST /api/events/ack {"cursor":"2"}',
    expect.stringMatching(/^GET \/api\/events\?.*=2&wait=25$/),
  ]);
});

test.each([
  ['no key', { apiKey: '', baseUrl: 'https://pay.example.com' }],
  ['a key with a line break', { apiKey: 'ent_test_1\n', baseUrl: 'https://pay.example.com' }],
  ['no address', { apiKey: 'ent_test_1', baseUrl: '' }],
  ['an address without a scheme', { apiKey: 'ent_test_1', baseUrl: 'pay.example.com' }],
])('settings with %s are refused at once', (_what, settings) => {
  expect(() => new Entrada(settings)).toThrow(TypeError);
});

const refused = (retryAfterMs: number) =>
  new EntradaError('Too many requests', { status: 429, code: 'rate_limited', retryAfterMs });

test('a poll waits as long as the API asks, and at most an hour', () => {
  expect(outagePauseMs(refused(90_000), 0)).toBe(90_000);
  expect(outagePauseMs(refused(86_400_000), 0)).toBe(3_600_000);
});
