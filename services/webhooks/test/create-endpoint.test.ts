import { randomUUID } from 'node:crypto';
import { forTests } from '@entrada/platform/testing/for-tests';
import { webhooksUnderTest } from './webhooks-under-test.ts';

const webhooks = forTests(() => webhooksUnderTest({ WEBHOOK_ALLOW_HTTP: 'false' }));

const good = () => ({
  accountId: randomUUID(),
  name: 'Shop',
  url: 'https://shop.example/hook',
  skipTest: true,
});

test.each([
  ['an endpoint gets a secret of its own, which', ''],
  [
    'a secret that the client brings is used, and',
    `whsec_${Buffer.alloc(32, 9).toString('base64')}`,
  ],
])('%s is not stored in the clear', async (_what, own) => {
  const { endpoint, secret } = await webhooks.rpc.createEndpoint({ ...good(), secret: own });

  expect(endpoint).toMatchObject({
    name: 'Shop',
    url: 'https://shop.example/hook',
    events: ['DEPOSIT_ASSET_SUCCESS'],
  });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  if (own) expect(secret).toBe(own);
  const { rows } = await webhooks.db.query('select * from endpoint where id = $1', [endpoint?.id]);
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
  expect(rows[0].sealed_secret.includes(bytes)).toBe(false);
  expect(rows[0].sealed_secret.includes(secret)).toBe(false);
});

test('an account never gets more than ten endpoints, however many are asked for at once', async () => {
  const asked = good();
  const results = await Promise.allSettled(
    Array.from({ length: 25 }, () => webhooks.rpc.createEndpoint(asked)),
  );

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  const refused = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  for (const error of refused) {
    expect(error).toMatchObject({
      code: 'CONFLICT',
      reason: 'endpoint_limit_reached',
      message: 'An account can have at most 10 webhook endpoints',
    });
  }
  await expect(webhooks.rpc.createEndpoint(good())).resolves.toBeDefined();
});

const SECRET_RULE = 'secret must be whsec_ followed by the base64 of 24 to 64 random bytes';
const NAME = 'name must be 1 to 100 printable characters';
const URL_RULE = 'url must be an absolute URL that starts with https://';

test.each([
  ['no account', { accountId: '' }, 'accountId must be a UUID'],
  ['an account that is no UUID', { accountId: "1' or true" }, 'accountId must be a UUID'],
  ['no name', { name: '' }, NAME],
  ['a blank name', { name: '  ' }, NAME],
  ['a name too long', { name: 'x'.repeat(101) }, NAME],
  ['a name with a line break', { name: 'a\nb' }, NAME],
  ['a name with a zero byte', { name: 'a\u0000b' }, NAME],
  ['no URL', { url: '' }, URL_RULE],
  ['a path', { url: '/hook' }, URL_RULE],
  ['plain http', { url: 'http://shop.example/hook' }, URL_RULE],
  ['another protocol', { url: 'file:///etc/passwd' }, URL_RULE],
  ['javascript', { url: 'javascript:alert(1)' }, URL_RULE],
  ['a URL without a host', { url: 'https://' }, URL_RULE],
  ['a password', { url: 'https://a:b@c.example' }, 'url must not carry a user name or password'],
  [
    'an endless URL',
    { url: `https://a.example/${'x'.repeat(3_000)}` },
    'url must be at most 2048 characters',
  ],
  [
    'a URL that is too long once it is encoded',
    { url: `https://a.example/${'é'.repeat(1_000)}` },
    'url must be at most 2048 characters',
  ],
  ['a secret without its prefix', { secret: Buffer.alloc(32).toString('base64') }, SECRET_RULE],
  ['a secret that is too short', { secret: `whsec_${'A'.repeat(28)}` }, SECRET_RULE],
  ['a secret that is too long', { secret: `whsec_${'A'.repeat(88)}` }, SECRET_RULE],
  ['a secret that is no base64', { secret: `whsec_${'-_'.repeat(16)}` }, SECRET_RULE],
  [
    'an unknown event',
    { events: ['NOPE'] },
    expect.stringMatching(/^events must be among DEPOSIT_ASSET_SUCCESS, /),
  ],
])('%s is refused with the rule it breaks', async (_what, wrong, message) => {
  await expect(webhooks.rpc.createEndpoint({ ...good(), ...wrong })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message,
  });
});

test('a name of a hundred characters of any script is taken, and events are not repeated', async () => {
  const name = '💸'.repeat(100);
  const events = ['DEPOSIT_ASSET_SUCCESS', 'DEPOSIT_ASSET_SUCCESS'];
  const { endpoint } = await webhooks.rpc.createEndpoint({ ...good(), name, events });
  expect(endpoint).toMatchObject({ name, events: ['DEPOSIT_ASSET_SUCCESS'] });
});
