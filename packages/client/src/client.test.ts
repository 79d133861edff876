import { createClient } from './client.ts';

type SentRequest = { readonly url: string; readonly init: RequestInit };

/** A server that gives these replies in turn; an error means that the connection broke. */
function scripted(...replies: readonly (Response | Error)[]) {
  const sent: SentRequest[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    sent.push({ url: String(url), init });
    const reply = replies[sent.length - 1];
    if (!reply) throw new Error('more requests than replies');
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const client = createClient({ baseUrl: 'https://pay.example.com', key: 'k', fetch });
  return { client, sent };
}

const ok = (body: object = {}) => Response.json({ success: true, ...body });
const unavailable = () =>
  Response.json(
    { success: false, error: 'Out', code: 'unavailable', requestId: 'r-1' },
    { status: 503, headers: { 'retry-after': '0' } },
  );

const rateLimited = (retryAfter: string) =>
  Response.json(
    { success: false, error: 'Slow down', code: 'rate_limited', requestId: 'r' },
    { status: 429, headers: { 'retry-after': retryAfter } },
  );

test('names method, path and query, and sends the key and a JSON body', async () => {
  const { client, sent } = scripted(ok(), ok());
  await client.request('GET /api/deposit/{paymentLinkId}', {
    path: { paymentLinkId: 'a/b c' },
    query: { wait: 3 },
  });
  await client.request('POST /api/deposit', { body: { value: 5 }, idempotencyKey: 'once' });

  expect(sent[0]?.url).toBe('https://pay.example.com/api/deposit/a%2Fb%20c?wait=3');
  expect(sent[1]?.init).toMatchObject({ method: 'POST', body: '{"value":5}' });
  expect(sent[1]?.init.headers).toMatchObject({
    authorization: 'Bearer k',
    'content-type': 'application/json',
    'idempotency-key': 'once',
  });
});

test('a refusal becomes one kind of error, with its code, id, fields and wait', async () => {
  const body = {
    success: false,
    error: 'value must be an integer',
    code: 'invalid_request',
    requestId: 'r-2',
    details: [{ field: 'value', message: 'must be an integer' }],
  };
  const { client } = scripted(Response.json(body, { status: 400 }));
  const failure = client.request('POST /api/deposit', { body: { value: 1 } });
  await expect(failure).rejects.toMatchObject({
    name: 'EntradaError',
    status: 400,
    code: 'invalid_request',
    message: 'value must be an integer',
    requestId: 'r-2',
    fields: body.details,
  });
});

test.each([
  [
    'GET',
    'a read',
    (request: ReturnType<typeof scripted>['client']['request']) => request('GET /api/balance'),
  ],
  [
    'POST',
    'a request with an Idempotency-Key',
    (request: ReturnType<typeof scripted>['client']['request']) =>
      request('POST /api/deposit', { body: { value: 1 }, idempotencyKey: 'once' }),
  ],
])('%s: %s is retried until it succeeds', async (_method, _what, call) => {
  const { client, sent } = scripted(unavailable(), new TypeError('reset'), ok());
  await call(client.request);
  expect(sent).toHaveLength(3);
});

test('a request that changes something is sent once when it has no Idempotency-Key', async () => {
  const { client, sent } = scripted(unavailable(), ok());
  const failure = client.request('POST /api/deposit', { body: { value: 1 } });
  await expect(failure).rejects.toMatchObject({ status: 503, requestId: 'r-1', retryAfterMs: 0 });
  expect(sent).toHaveLength(1);
});

test('a call that does not honour an Idempotency-Key is not repeated because it has one', async () => {
  const { client, sent } = scripted(new TypeError('reset'), ok());
  const body = { name: 'Shop', url: 'https://shop.example/hook' };
  const failure = client.request('POST /api/webhooks', { body, idempotencyKey: 'once' });
  await expect(failure).rejects.toMatchObject({ code: 'network_error', idempotencyKey: 'once' });
  expect(sent).toHaveLength(1);
});

test('what the API refused because of its load is sent again, whatever it is', async () => {
  const { client, sent } = scripted(rateLimited('0'), ok());
  const body = { name: 'Shop', url: 'https://shop.example/hook' };
  await client.request('POST /api/webhooks', { body });
  expect(sent).toHaveLength(2);
});

test.each(['.', '..', ''])(
  'a path parameter %j would name another path, and is refused',
  async (id) => {
    const { client, sent } = scripted(ok());
    const path = { paymentLinkId: id };
    const call = client.request('DELETE /api/deposit/{paymentLinkId}', { path });
    await expect(call).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  },
);

test('no request waits longer than its timeout, and an abort is the reason it was given', async () => {
  const never = (_url: unknown, init: RequestInit = {}) =>
    new Promise<Response>((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  const client = createClient({ baseUrl: '', fetch: never });
  const late = client.request('POST /api/deposit', { body: { value: 1 }, timeoutMs: 5 });
  await expect(late).rejects.toMatchObject({ code: 'client_timeout', status: 0 });

  const abort = new AbortController();
  const stopped = client.request('GET /api/balance', { signal: abort.signal });
  abort.abort(new Error('left the page'));
  await expect(stopped).rejects.toThrow('left the page');
});
