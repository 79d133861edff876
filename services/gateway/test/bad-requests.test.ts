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
