import { freshDatabase } from '@entrada/platform/testing/database';
import { type RunningBank, startBank } from './running-bank.ts';

const stack = new AsyncDisposableStack();
let bank: RunningBank;
beforeAll(async () => {
  const { url } = stack.use(await freshDatabase('bank'));
  bank = stack.use(await startBank(url));
});
afterAll(() => stack.disposeAsync());

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

function submit(path: string, headers: Record<string, string>, method = 'POST') {
  const body = method === 'POST' ? { body: 'advanceSeconds=60&emv=x' } : {};
  return fetch(`${bank.url}${path}`, { method, headers, ...body });
}

const PATHS = [
  '/sandbox/pay',
  '/sandbox/pay-unknown',
  '/sandbox/return',
  '/sandbox/faults',
  '/sandbox/clock',
];

test.each([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
])('a form of another site is refused by everything that changes the sandbox: %j', async (site) => {
  for (const path of PATHS) {
    expect([path, (await submit(path, { ...FORM, ...site })).status]).toEqual([path, 403]);
  }
  for (const path of ['/sandbox/clock', '/sandbox/faults']) {
    expect([path, (await submit(path, site, 'DELETE')).status]).toEqual([path, 403]);
  }
});

test('forms of its own page, programs and readers are served', async () => {
  const own = { ...FORM, origin: bank.url, 'sec-fetch-site': 'same-origin' };
  expect((await submit('/sandbox/pay', own)).status).not.toBe(403);
  expect((await submit('/sandbox/pay', { ...FORM, origin: bank.url })).status).not.toBe(403);
  expect((await submit('/sandbox/pay', FORM)).status).not.toBe(403);
  const link = { 'sec-fetch-site': 'cross-site' };
  expect((await submit('/sandbox/truth', link, 'GET')).status).toBe(200);
});
