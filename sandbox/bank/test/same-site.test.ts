import { get } from 'node:http';
import { freshDatabase } from '@entrada/platform/testing/database';
import { forTests } from '@entrada/platform/testing/for-tests';
import { startBank } from './running-bank.ts';

const database = forTests(() => freshDatabase('bank'));
const bank = forTests(() => startBank(database.url, { BANK_HOSTS: 'bank.shop.example' }));

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

/** As a page does whose name was pointed at the bank; fetch sends no other Host. */
function statusAt(host: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = get(`${bank.url}${path}`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
  });
}

test.each(['/mail', '/mail.json', '/mail/1', '/sandbox/truth'])(
  '%s is refused under a name of the public DNS, unless the settings name it',
  async (path) => {
    for (const host of ['evil.example', 'evil.example:8090', '127.0.0.1.evil.example']) {
      expect([host, await statusAt(host, path)]).toEqual([host, 403]);
    }
    for (const host of [
      'localhost:8090',
      '127.0.0.1',
      '[::1]:1',
      'entrada-bank',
      'bank.pay.svc',
      'bank.shop.example',
    ])
      expect([host, await statusAt(host, path)]).not.toEqual([host, 403]);
  },
);
