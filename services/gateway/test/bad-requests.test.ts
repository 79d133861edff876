import fc from 'fast-check';
import { expectRefusal } from './http.ts';
import { refusingGateway } from './refusing-gateway.ts';

const gateway = refusingGateway();
const { key, call } = gateway;

test.each([
  '/nothing',
  '/api',
  '/api/',
  '/api/deposits',
  '/api/deposit/a/b',
  '/api/charge',
  '/v1/api/deposit',
  '/metrics',
  '/livez',
  '/readyz',
  '/.git/config',
  '/.env',
  '/assets',
  '/assets/',
  '/assets/nothing.css',
  '/assets/../package.json',
  '/assets/%2e%2e/package.json',
  '/assets/..%2f..%2fpackage.json',
  '/assets/%00',
  '/assets/%',
  '/%',
  '/%E0%A4%A',
  '/%c0%ae%c0%ae/',
  '///api/deposit',
  '/payment-link',
  '/payment-link/',
  `/${'x'.repeat(8_000)}`,
])('an unknown path is not found: %s', async (path) => {
  expectRefusal(await call({ path, headers: key }), {
    status: 404,
    error: 'Not found',
    code: 'not_found',
  });
});

test.each([
  '/api/deposit/%',
  '/api/deposit/%zz',
  '/api/deposit/%E0%A4%A',
  '/api/deposit/%00',
  '/api/deposit/%F0%9F%92%B8',
  '/api/deposit/..%2fdeposit',
  '/api/deposit/1%20or%201=1',
  "/api/deposit/';drop%20table%20charge;--",
  '/api/deposit/[object%20Object]',
  '/api/deposit/undefined',
  '/api/deposit/00000000-0000-0000-0000-000000000000',
  '/api/deposit/00000000-0000-0000-0000-00000000000g',
  '/api/deposit/{6a0c1d5e-0000-4000-8000-000000000001}',
  `/api/deposit/${'a'.repeat(8_000)}`,
])('a malformed link gets the same reply as an unknown one: %s', async (path) => {
  expectRefusal(await call({ path, headers: key }), {
    status: 404,
    error: 'Charge not found',
    code: 'charge_not_found',
  });
});

test.each(['/api/deposit/%', '/api/deposit/%ff', '/api/deposit/%ff/refund', '/api/webhooks/%zz'])(
  'a path that cannot be decoded is answered only after authentication: %s',
  async (path) => {
    const method = path.endsWith('refund') ? 'POST' : 'GET';
    expectRefusal(await call({ path, method }), { status: 401, code: 'missing_api_key' });
  },
);

test.each([
  ['PUT', '/api/deposit', 'GET, HEAD, POST'],
  ['PUT', '/api/deposit/', 'GET, HEAD, POST'],
  ['PATCH', '/api/deposit', 'GET, HEAD, POST'],
  ['DELETE', '/api/deposit', 'GET, HEAD, POST'],
  ['OPTIONS', '/api/deposit', 'GET, HEAD, POST'],
  ['TRACE', '/api/deposit', 'GET, HEAD, POST'],
  ['PROPFIND', '/api/deposit', 'GET, HEAD, POST'],
  ['POST', '/api/deposit/x', 'GET, HEAD, DELETE'],
  ['OPTIONS', '/api/deposit/x', 'GET, HEAD, DELETE'],
  ['GET', '/api/deposit/x/refund', 'POST'],
  ['POST', '/api/deposit/x/timeline', 'GET, HEAD'],
  ['POST', '/api/deposit/x/receipt', 'GET, HEAD'],
  ['POST', '/api/balance', 'GET, HEAD'],
  ['DELETE', '/api/statement', 'GET, HEAD'],
  ['PUT', '/api/webhooks', 'GET, HEAD, POST'],
  ['POST', '/api/webhooks/x', 'GET, HEAD, PATCH, DELETE'],
  ['GET', '/api/webhooks/x/rotate-secret', 'POST'],
  ['GET', '/api/webhooks/x/test', 'POST'],
  ['GET', '/api/webhooks/x/replay', 'POST'],
  ['POST', '/api/webhooks/x/deliveries', 'GET, HEAD'],
  ['DELETE', '/api/deliveries/x', 'GET, HEAD'],
  ['GET', '/api/deliveries/x/redeliver', 'POST'],
  ['POST', '/api/events', 'GET, HEAD'],
  ['GET', '/api/events/ack', 'POST'],
  ['DELETE', '/api/account', 'GET, HEAD, POST, PATCH'],
  ['GET', '/api/account/password', 'POST'],
  ['GET', '/api/session', 'POST, DELETE'],
  ['POST', '/api/sessions', 'GET, HEAD'],
  ['GET', '/api/sessions/x', 'DELETE'],
  ['DELETE', '/api/keys', 'GET, HEAD, POST'],
  ['GET', '/api/keys/x', 'PATCH, DELETE'],
  ['GET', '/api/keys/x/rotate', 'POST'],
  ['POST', '/payment-link/x', 'GET, HEAD'],
  ['DELETE', '/payment-link/x/qr.png', 'GET, HEAD'],
  ['DELETE', '/payment-link/x/qr.svg', 'GET, HEAD'],
  ['POST', '/payment-link/x/status', 'GET, HEAD'],
  ['GET', '/provider', 'POST'],
  ['GET', '/provider/x', 'POST'],
  ['PUT', '/provider/x/pix', 'POST'],
])('%s %s is answered with the allowed methods', async (method, path, allowed) => {
  const reply = await call({ method, path, headers: key });
  expectRefusal(reply, { status: 405, code: 'method_not_allowed' });
  expect(reply.headers.allow).toBe(allowed);
});

test('a HEAD request with a wrong method gets its status', async () => {
  const reply = await call({ method: 'HEAD', path: '/api/keys/x', headers: key });
  expect([reply.status, reply.headers.allow, reply.text]).toEqual([405, 'PATCH, DELETE', '']);
});

test('a file is sent whole; ranges are not supported', async () => {
  const path = '/assets/page.css';
  expect((await call({ path, headers: { range: 'bytes=999999-' } })).status).toBe(200);
  expectRefusal(await call({ path, headers: { 'if-match': '"another"' } }), {
    status: 400,
    error: 'Malformed HTTP request',
    code: 'bad_request',
  });
});

test.each([
  '/api/deposit?cursor=',
  '/api/statement?cursor=',
  '/api/events?after=',
  '/api/webhooks/6a0c1d5e-0000-4000-8000-000000000001/deliveries?cursor=',
])('an invalid cursor gets the same error on every list: %s', async (path) => {
  for (const cursor of [
    '',
    'malformed',
    '%00',
    'x'.repeat(600),
    'MTIzLmFiYw',
    'a&after=b&cursor=b',
  ]) {
    const reply = await call({ path: `${path}${cursor}`, headers: key });
    expect([cursor, reply.status, reply.body.code]).toEqual([cursor, 400, 'invalid_cursor']);
    expect(reply.body.error).toMatch(
      /^(cursor|after) is invalid: send the nextCursor of the previous page/,
    );
    expect(reply.body.details).toHaveLength(1);
  }
});

test('a file is logged under its folder, an unknown path as unmatched', async () => {
  const ids = ['/assets/page.css', '/ASSETS/page.css', '/assets/nothing.css'].map(async (path) =>
    String((await call({ path })).headers['x-request-id']),
  );
  for (const [i, id] of (await Promise.all(ids)).entries()) {
    const line = gateway.system.runtime.logged.find((text) => text.includes(id)) ?? '{}';
    expect(JSON.parse(line).route).toBe(i < 2 ? '/assets' : 'unmatched');
  }
});

test('any path and headers are answered without an internal error', async () => {
  const paths = fc.webPath().map((path) => `/api/deposit/none/${path}`);
  const visible = fc.string({
    unit: fc.constantFrom(...'abcABC019 ,;=:/"%&?{}[]()<>@'),
    maxLength: 60,
  });
  const names = ['accept', 'authorization', 'content-type', 'cookie', 'range', 'x-request-id'];
  const headers = fc.dictionary(fc.constantFrom(...names, 'if-match', 'accept-language'), visible);
  await fc.assert(
    fc.asyncProperty(paths, headers, async (path, more) => {
      const reply = await call({ path, headers: { ...key, ...more } });
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expectRefusal(reply, { status: Math.min(reply.status, 499) });
    }),
    { numRuns: 100 },
  );
});
