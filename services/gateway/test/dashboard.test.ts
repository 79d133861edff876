import { testRuntime } from '@entrada/platform/testing/test-runtime';
import type { App } from '../src/app.ts';
import { serveHttp } from '../src/transport/http/http-server.ts';

let server: Awaited<ReturnType<typeof serveHttp>>;
beforeAll(async () => {
  const options = {
    host: '127.0.0.1',
    port: 0,
    publicBaseUrl: 'http://localhost',
    callbackSecret: 'x',
    requestTimeoutMs: 1_000,
    overloadDelayMs: 60_000,
    overloadRequestsMin: 0,
    keepAliveDrainMs: 0,
  };
  server = await serveHttp({} as App, options, testRuntime('gateway'));
});
afterAll(() => server[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers, redirect: 'manual' });
const PAGE = { accept: 'text/html,*/*;q=0.8' };

async function firstScript(): Promise<string> {
  const html = await (await get('/dashboard', PAGE)).text();
  return /src="(\/dashboard\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
}

test.each(['/dashboard', '/dashboard/', '/dashboard/deposits', '/dashboard/webhooks/a%2Fb?x=1'])(
  'every path of the dashboard is its page, which no cache keeps: %s',
  async (path) => {
    const reply = await get(path, PAGE);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('content-security-policy')).toContain("style-src 'self'");
    expect(await reply.text()).toContain('<div id="root">');
  },
);

test('the page has no inline script or style, which the policy would refuse', async () => {
  const html = await (await get('/dashboard', PAGE)).text();
  expect(html).not.toMatch(/<script(?![^>]* src=)|<style|style="|https?:\/\//);
});

test('an asset has its content in its name, so caches keep it', async () => {
  const reply = await get(await firstScript());
  expect(reply.status).toBe(200);
  expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(reply.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
});

test.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('an asset is sent as it was compressed when it was built: %s', async (accepted, sent) => {
  const reply = await get(await firstScript(), { 'accept-encoding': accepted });
  expect(reply.headers.get('content-encoding')).toBe(sent);
  expect(reply.headers.get('vary')).toBe('Accept-Encoding');
  expect((await reply.text()).length).toBeGreaterThan(100_000);
});

test('HEAD has the headers and no body', async () => {
  const reply = await get(await firstScript(), { 'accept-encoding': 'gzip' }, 'HEAD');
  expect(Number(reply.headers.get('content-length'))).toBeGreaterThan(1_000);
  expect(await reply.text()).toBe('');
});

test.each([
  ['/dashboard/assets/old-version.js', PAGE, 404],
  ['/dashboard/nothing.json', { accept: 'application/json' }, 404],
  ['/dashboard/..%2f..%2fpackage.json', { accept: 'application/json' }, 404],
  ['/dashboard/assets/../../package.json', { accept: 'application/json' }, 404],
])('what is not there is an error, never the page: %s', async (path, headers, status) => {
  const reply = await get(path, headers);
  expect(reply.status).toBe(status);
  expect(await reply.json()).toMatchObject({ success: false, code: 'not_found' });
});

test('nothing but reading is allowed', async () => {
  const reply = await get('/dashboard', {}, 'POST');
  expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});
