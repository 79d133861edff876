import { randomBytes } from 'node:crypto';
import { eventually, Stalled, unlessStalled } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { CALLBACK_SECRET } from '../../../test/harness/run-system.ts';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { expectRefusal, postJson, send } from './http.ts';

const LIMITED = { status: 429, code: 'rate_limited' };
const PER_LINK_MAX = 20;
const PREVIOUS_SECRET = 'path-that-the-bank-knew-before';
const ENV = {
  RATE_LIMIT_PER_SECOND: '5',
  RATE_LIMIT_BURST: '5',
  RATE_LIMIT_ACCOUNT_KEYS: '2',
  RATE_LIMIT_FAILED_KEYS_PER_MINUTE: '3',
  RATE_LIMIT_CALLBACKS_PER_MINUTE: '30',
  STREAMS_PER_ADDRESS: '25',
  TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8',
  PROVIDER_CALLBACK_SECRET_PREVIOUS: PREVIOUS_SECRET,
};

const system = forTests(() => sharedSystem());
const gateway = forTests(() => system.startAnotherGateway(ENV));

const from = (ip: string) => ({ 'x-forwarded-for': ip });

test('wrong sessions from an address are counted as wrong keys are, and a valid one keeps working there', async () => {
  const password = 'correct horse battery staple';
  const body = { email: 'guessed@example.com', password, name: 'Shop' };
  const ip = from('198.51.100.7');
  const signedUp = await send(gateway.port, postJson('/api/account', body, ip));
  const [cookie = ''] = signedUp.headers['set-cookie'] ?? [];
  const [own = ''] = cookie.split(';');
  const read = (session: string) =>
    send(gateway.port, { path: '/api/account', headers: { ...ip, cookie: session } });
  expect((await read(own)).status).toBe(200);
  const guess = () => read(own.replace(/=.*/, `=${randomBytes(32).toString('base64url')}`));
  for (let i = 0; i < 4; i += 1) expect((await guess()).status).toBe(401);

  expectRefusal(await guess(), LIMITED);
  const key = { ...ip, authorization: `Bearer ent_test_${'0'.repeat(49)}` };
  expectRefusal(await send(gateway.port, { path: '/api/balance', headers: key }), LIMITED);
  expect((await read(own)).status).toBe(200);
});

test('an account that uses many keys at once has the rate of two', async () => {
  const { accountId } = await system.newAccount();
  const keys = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      system.auth.rpc.createKey({ accountId, name: `key ${i}` }),
    ),
  );
  const balance = (key: string) =>
    send(gateway.port, { path: '/api/balance', headers: { authorization: `Bearer ${key}` } });
  await unlessStalled(async () => {
    const begun = performance.now();
    const replies = await Promise.all(
      keys.flatMap(({ key }) => Array.from({ length: 4 }, () => balance(key))),
    );
    const windows = Math.floor((performance.now() - begun) / 1_000) + 2;
    // So slow that all were within the limit.
    if (10 * windows >= replies.length) throw new Stalled();
    const accepted = replies.filter(({ status }) => status === 200);
    expect(accepted.length).toBeGreaterThanOrEqual(5);
    expect(accepted.length).toBeLessThanOrEqual(10 * windows);
    const policies = replies
      .filter(({ status }) => status === 429)
      .map(({ headers }) => headers['ratelimit-policy']);
    expect(policies).toContain('"account";q=10;w=1');
  });
});

test.each([
  ['203.0.113.9:4711', '203.0.113.9'],
  ['203.0.113.9:4711, 10.1.2.3:80', '203.0.113.9'],
  ['[2001:db8::9]:4711', '2001:db8::9'],
  ['[2001:db8::9]', '2001:db8::9'],
  ['2001:db8::9', '2001:db8::9'],
  ['203.0.113.9, 198.51.100.1', '198.51.100.1'],
  ['not an address', '127.0.0.1'],
])('the client of X-Forwarded-For %s is %s, in the access log too', async (forwarded, ip) => {
  const requestId = `ip-${randomBytes(8).toString('hex')}`;
  await send(gateway.port, {
    path: '/api/balance',
    headers: { 'x-forwarded-for': forwarded, 'x-request-id': requestId },
  });
  await eventually(() => {
    const lines = gateway.runtime.logged.filter((line) => line.includes(requestId));
    expect(lines.map((line) => JSON.parse(line).client_ip)).toEqual([ip]);
  });
});

async function openStreams(path: string, count: number, ip: (i: number) => string) {
  const stop = new AbortController();
  const replies = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      fetch(`http://127.0.0.1:${gateway.port}${path}`, {
        headers: from(ip(i)),
        signal: stop.signal,
      }),
    ),
  );
  const statuses = replies.map(({ status }) => status);
  return {
    accepted: statuses.filter((status) => status === 200).length,
    refused: statuses.filter((status) => status === 429).length,
    [Symbol.dispose]: () => stop.abort(),
  };
}

async function newLink(): Promise<string> {
  const { key } = await system.newAccount();
  const headers = { authorization: `Bearer ${key}` };
  const { body } = await send(gateway.port, postJson('/api/deposit', { value: 500 }, headers));
  return `/payment-link/${body.charge.paymentLinkId}/status`;
}

test('one payment link has at most 20 streams, from however many addresses, and its page still answers', async () => {
  const path = await newLink();
  using streams = await openStreams(path, 60, (i) => `203.0.113.${i + 1}`);
  expect(streams).toMatchObject({ accepted: PER_LINK_MAX, refused: 40 });
  expect((await send(gateway.port, { path: path.replace('/status', '') })).status).toBe(200);
});

test('one address has a bounded number of streams, an IPv6 network counts as one, and closing them frees it', async () => {
  const links = await Promise.all(Array.from({ length: 3 }, newLink));
  const open = (link: string) => openStreams(link, 15, (i) => `2001:db8:7:7::${i + 1}`);
  {
    const streams = await Promise.all(links.map(open));
    expect(streams.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(25);
    using _elsewhere = await openStreams(links[0] ?? '', 1, () => '2001:db8:7:8::1');
    expect(_elsewhere.accepted).toBe(1);
    for (const stream of streams) stream[Symbol.dispose]();
  }
  await eventually(async () => {
    using again = await open(links[0] ?? '');
    expect(again.refused).toBe(0);
  });
});

test('the bank’s callbacks have a rate, and the secret before is accepted as well', async () => {
  const callBack = (secret: string) =>
    send(gateway.port, postJson(`/provider/${secret}/pix`, { pix: [] }));
  expect((await callBack(CALLBACK_SECRET)).status).toBe(200);
  expect((await callBack(PREVIOUS_SECRET)).status).toBe(200);
  const replies = await Promise.all(Array.from({ length: 60 }, () => callBack(CALLBACK_SECRET)));
  expectRefusal(replies.find(({ status }) => status === 429) ?? (replies[0] as never), LIMITED);
});
