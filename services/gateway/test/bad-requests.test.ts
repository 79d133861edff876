import fc from 'fast-check';
import { document } from './contract.ts';
import { expectRefusal } from './http.ts';
import { refusingGateway } from './shop.ts';

const { system, key, call } = refusingGateway();

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

const METHODS = 'GET HEAD POST PATCH DELETE PUT OPTIONS TRACE PROPFIND'.split(' ');
/** In other APIs a client creates a refund with a POST to the list. */
const ALSO_ALLOWED = 'POST /api/deposit/x/refunds';
/** Paths with their documented methods, and other names of them. */
const PATHS: [path: string, methods: string[]][] = [
  ...Object.entries(document.paths).map(([path, operations]): [string, string[]] => [
    path.replaceAll(/\{\w+\}/g, 'x'),
    Object.keys(operations),
  ]),
  ['/api/deposit/', ['get', 'post']],
  ['/provider', ['post']],
  ['/provider/x', ['post']],
];

test.each(PATHS)('every other method of %s is refused with the allowed ones', async (path, own) => {
  const allowed = METHODS.filter((method) => {
    const documented = method === 'HEAD' ? 'get' : method.toLowerCase();
    return own.includes(documented) || `${method} ${path}` === ALSO_ALLOWED;
  });
  for (const method of METHODS.filter((one) => one !== 'HEAD' && !allowed.includes(one))) {
    const reply = await call({ method, path, headers: key });
    expectRefusal(reply, { status: 405, code: 'method_not_allowed' });
    expect(reply.headers.allow).toBe(allowed.join(', '));
  }
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

test('a file is logged under its folder, an unknown path as unmatched', async () => {
  const ids = ['/assets/page.css', '/ASSETS/page.css', '/assets/nothing.css'].map(async (path) =>
    String((await call({ path })).headers['x-request-id']),
  );
  for (const [i, id] of (await Promise.all(ids)).entries()) {
    const line = system.runtime.logged.find((text) => text.includes(id)) ?? '{}';
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
