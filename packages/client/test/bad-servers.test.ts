import type { RequestListener } from 'node:http';
import { freePort } from '@entrada/platform/testing/free-port';
import { openLocalServer } from '../../../test/e2e/local-server.ts';
import { Entrada } from '../src/entrada.ts';

/** Something that is not our gateway, or is not well. */
async function serve(answer: RequestListener) {
  let requests = 0;
  const server = await openLocalServer((request, response) => {
    requests += 1;
    answer(request, response);
  });
  return {
    ...server,
    client: (settings: { timeoutMs?: number; maxRetries?: number; fetch?: typeof fetch } = {}) =>
      new Entrada({ apiKey: 'ent_test_1', baseUrl: server.url, ...settings }),
    requests: () => requests,
  };
}

const json =
  (status: number, body: object, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
const refusal = (code: string) => ({
  success: false,
  error: `It is ${code}`,
  code,
  requestId: 'r-1',
});

test('a server that is down is an error without a reply, after every attempt', async () => {
  const client = new Entrada({
    apiKey: 'ent_test_1',
    baseUrl: `http://127.0.0.1:${await freePort()}`,
    maxRetries: 1,
  });
  await expect(client.deposits.create({ value: 1 })).rejects.toMatchObject({
    code: 'network_error',
    status: 0,
    message: expect.stringContaining('cannot be reached'),
    cause: expect.any(Error),
  });
});

test('a server that does not answer is given up in time, and says after how long', async () => {
  await using slow = await serve(() => {});
  let attempts = 0;
  const counted: typeof fetch = (...request) => {
    attempts += 1;
    return fetch(...request);
  };
  const call = slow.client({ timeoutMs: 50, maxRetries: 1, fetch: counted }).balance();
  await expect(call).rejects.toMatchObject({
    code: 'client_timeout',
    message: 'No reply within 50 ms',
  });
  expect(attempts).toBe(2);
});

test('429 is retried when it asks for a moment, and reported when it asks for longer', async () => {
  await using short = await serve(json(429, refusal('rate_limited'), { 'retry-after': '0' }));
  await expect(short.client().balance()).rejects.toMatchObject({ code: 'rate_limited' });
  expect(short.requests()).toBe(3);

  const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
  await using long = await serve(json(429, refusal('rate_limited'), { 'retry-after': inAnHour }));
  const failure = await long
    .client()
    .balance()
    .catch((error) => error);
  expect(failure.retryAfterMs).toBeGreaterThan(3_500_000);
  expect(long.requests()).toBe(1);
});

test('500 is retried with the same key where that is safe, and only there', async () => {
  await using broken = await serve(json(500, refusal('internal_error')));
  const client = broken.client();
  const creating = client.deposits.create({ value: 1 });
  await expect(creating).rejects.toMatchObject({ code: 'internal_error', requestId: 'r-1' });
  expect(broken.requests()).toBe(3);

  await expect(client.deliveries.redeliver('d')).rejects.toMatchObject({ status: 500 });
  expect(broken.requests()).toBe(4);
});

test.each([200, 403, 404])('a page of HTML with status %d is named as such', async (status) => {
  await using portal = await serve((_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
    response.end('<html>Log in to the Wi-Fi');
  });
  await expect(portal.client().balance()).rejects.toMatchObject({
    code: 'invalid_reply',
    status,
    message: expect.stringMatching(/text\/html.*Check baseUrl/),
  });
});

test('a redirect is not followed, because a POST would arrive as a GET', async () => {
  await using old = await serve((_request, response) => {
    response.writeHead(301, { location: 'https://pay.example.com/api/deposit' });
    response.end();
  });
  await expect(old.client().deposits.create({ value: 1 })).rejects.toMatchObject({
    code: 'invalid_reply',
    message: expect.stringContaining('https://pay.example.com/api/deposit'),
  });
  expect(old.requests()).toBe(1);
});

test('codes, statuses, fields and events of a newer server pass through', async () => {
  const event = { id: 'e', event: 'DEPOSIT_TELEPORTED', data: { to: 'Mars' } };
  await using newer = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://newer');
    const replies: Readonly<Record<string, RequestListener>> = {
      '/api/deposit/p': json(200, { charge: { status: 'UNDER_REVIEW', mood: 1 }, more: true }),
      '/api/events': json(200, { events: [event], nextCursor: '1', hint: {} }),
      '/api/balance': json(451, { ...refusal('sanctioned'), details: 'prose', advice: [] }),
    };
    replies[pathname]?.(request, response);
  });
  const client = newer.client();
  expect(await client.deposits.get('p')).toEqual({ status: 'UNDER_REVIEW', mood: 1 });
  expect((await client.events.read()).events).toEqual([event]);
  await expect(client.balance()).rejects.toMatchObject({
    status: 451,
    code: 'sanctioned',
    fields: [],
  });
});
