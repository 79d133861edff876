import { randomBytes, randomUUID } from 'node:crypto';
import { CannotOpen } from '@entrada/platform/crypto/seal';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { endpointVault } from '../src/store/vault.ts';
import { credited } from './event-records.ts';
import { answer, type ReceivedDelivery, startReceiver } from './receiver.ts';
import { webhooksUnderTest } from './webhooks-under-test.ts';

const webhooks = forTests(() => webhooksUnderTest());

const headersOf = ({ headers }: ReceivedDelivery) => headers as Record<string, string>;

test('an endpoint is registered only once it has taken a signed test event', async () => {
  await using receiver = await startReceiver();
  const accountId = randomUUID();
  const wanted = { accountId, name: 'shop', url: receiver.url, authorization: 'Basic abc' };

  const { endpoint, secret } = await webhooks.rpc.createEndpoint(wanted);

  const [test] = receiver.log;
  expect(
    new Webhook(secret).verify(test?.body ?? '', headersOf(test as ReceivedDelivery)),
  ).toMatchObject({
    event: 'WEBHOOK_TEST',
    data: { webhookId: endpoint?.id },
  });
  expect(test?.headers.authorization).toBe('Basic abc');
  expect(endpoint).toMatchObject({ status: 'ENABLED', hasAuthorization: true });
  const { rows } = await webhooks.db.query('select * from endpoint where id = $1', [endpoint?.id]);
  expect(rows[0].sealed_authorization.includes('abc')).toBe(false);
});

const SECRET_ADVICE =
  '. If the receiver checks signatures, it needs the secret first: send your own as `secret`, or create the webhook with `status` "disabled", give the receiver the secret of the reply, test it and enable it';

test.each([
  [401, `answered 401${SECRET_ADVICE}`],
  [500, 'answered 500'],
  [302, 'answered 302; we do not follow redirects'],
])('an endpoint whose test is answered %i is refused with the reason', async (status, cause) => {
  await using receiver = await startReceiver(answer(status));
  const accountId = randomUUID();

  await expect(
    webhooks.rpc.createEndpoint({ accountId, name: 'shop', url: receiver.url }),
  ).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    reason: 'webhook_test_failed',
    message: `The test event was not accepted: ${cause}`,
  });

  expect((await webhooks.rpc.listEndpoints({ accountId })).endpoints).toEqual([]);
});

test('endpoints are listed newest first, shown with their health, changed and deleted', async () => {
  await using receiver = await startReceiver();
  const accountId = randomUUID();
  const first = await webhooks.endpoint(accountId, receiver.url);
  const second = await webhooks.endpoint(accountId, receiver.url);
  const { endpoints } = await webhooks.rpc.listEndpoints({ accountId });
  expect(endpoints.map(({ id }) => id)).toEqual([second.id, first.id]);

  const ids = { accountId, endpointId: first.id };
  const { endpoint } = await webhooks.rpc.updateEndpoint({
    ...ids,
    name: 'renamed',
    events: ['DEPOSIT_ASSET_EXPIRED'],
    authorization: 'Bearer x',
  });
  expect(endpoint).toMatchObject({
    name: 'renamed',
    url: receiver.url,
    events: ['DEPOSIT_ASSET_EXPIRED'],
    hasAuthorization: true,
    status: 'ENABLED',
  });
  const again = await webhooks.rpc.updateEndpoint({ ...ids, authorization: '' });
  expect(again.endpoint).toMatchObject({ name: 'renamed', hasAuthorization: false });

  await webhooks.publish([credited(accountId)]);
  await eventually(async () => {
    const got = await webhooks.rpc.getEndpoint({ accountId, endpointId: second.id });
    expect(got.endpoint?.health).toMatchObject({ delivered: 1, failed: 0, waiting: 0 });
    expect(got.endpoint?.health?.lastSuccessAt).toMatch(/Z$/);
  });

  await webhooks.rpc.deleteEndpoint(ids);
  await expect(webhooks.rpc.getEndpoint(ids)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await webhooks.rpc.listEndpoints({ accountId })).endpoints).toHaveLength(1);
});

test('a stored authorization stays with its origin: another one gets it only if it is sent again', async () => {
  await using own = await startReceiver();
  await using other = await startReceiver();
  const accountId = randomUUID();
  const wanted = { accountId, name: 'shop', url: own.url, authorization: 'Bearer ours' };
  const { endpoint } = await webhooks.rpc.createEndpoint(wanted);
  const change = (changes: object) =>
    webhooks.rpc.updateEndpoint({ accountId, endpointId: endpoint?.id ?? '', ...changes });

  const samePlace = await change({ url: `${own.url}/moved` });
  expect(samePlace.endpoint).toMatchObject({ hasAuthorization: true });
  expect(own.log.at(-1)?.headers.authorization).toBe('Bearer ours');

  const elsewhere = await change({ url: other.url });
  expect(elsewhere.endpoint).toMatchObject({ url: other.url, hasAuthorization: false });
  expect(other.log.map(({ headers }) => headers.authorization)).toEqual([undefined]);

  await change({ url: own.url, authorization: 'Bearer again' });
  expect(own.log.at(-1)?.headers.authorization).toBe('Bearer again');
});

test('a rotated secret signs beside the old one for a day, as both libraries see it', async () => {
  await using receiver = await startReceiver();
  const accountId = randomUUID();
  const { id: endpointId, secret: old } = await webhooks.endpoint(accountId, receiver.url);

  const { secret } = await webhooks.rpc.rotateSecret({ accountId, endpointId });
  await webhooks.publish([credited(accountId)]);

  await eventually(() => receiver.log.length === 1);
  const [got] = receiver.log as [ReceivedDelivery];
  for (const Library of [Webhook, SvixWebhook]) {
    expect(() => new Library(secret).verify(got.body, headersOf(got))).not.toThrow();
    expect(() => new Library(old).verify(got.body, headersOf(got))).not.toThrow();
  }
  expect(secret).not.toBe(old);

  await webhooks.db.query('update endpoint set previous_secret_until = now() where id = $1', [
    endpointId,
  ]);
  await webhooks.publish([credited(accountId)]);
  await eventually(() => receiver.log.length === 2);
  const later = receiver.log[1] as ReceivedDelivery;
  expect(() => new Webhook(secret).verify(later.body, headersOf(later))).not.toThrow();
  expect(() => new Webhook(old).verify(later.body, headersOf(later))).toThrow();
});

test('a test event reports its result and is in the log, but not in the feed', async () => {
  await using receiver = await startReceiver((response) => response.writeHead(403).end('go away'));
  const { accountId, endpointId } = await webhooks.endpointAt(receiver.url);

  const { delivery } = await webhooks.rpc.sendTest({ accountId, endpointId });

  expect(delivery).toMatchObject({
    event: 'WEBHOOK_TEST',
    status: 'ABANDONED',
    nextAttemptsAt: [],
    attempts: [{ statusCode: 403, cause: 'answered 403', responseBody: 'go away' }],
  });
  const found = await webhooks.rpc.getDelivery({ accountId, deliveryId: delivery?.id ?? '' });
  expect(found.delivery).toEqual(delivery);
  expect((await webhooks.rpc.listEvents({ accountId })).events).toEqual([]);
  expect(receiver.log).toHaveLength(1);
});

test('what comes while an endpoint is disabled reaches it once it is enabled', async () => {
  await using receiver = await startReceiver();
  const { accountId, endpointId } = await webhooks.endpointAt(receiver.url);
  const ids = { accountId, endpointId };
  const { endpoint } = await webhooks.rpc.updateEndpoint({ ...ids, enabled: false });
  expect(endpoint?.status).toBe('DISABLED');
  await webhooks.publish([credited(accountId), credited(accountId)]);
  await eventually(async () => {
    const { deliveries } = await webhooks.rpc.listDeliveries({ ...ids, status: 'HELD' });
    expect(deliveries).toHaveLength(2);
  });
  expect(receiver.log).toHaveLength(0);

  await webhooks.rpc.updateEndpoint({ ...ids, enabled: true });

  await eventually(() => receiver.log.length === 2);
});

test('a deleted endpoint gives up what it has not got, and gets nothing more', async () => {
  await using receiver = await startReceiver(answer(500));
  const { accountId, endpointId } = await webhooks.endpointAt(receiver.url);
  await webhooks.publish([credited(accountId)]);
  await eventually(async () => {
    const { rows } = await webhooks.db.query(
      'select from delivery where endpoint_id = $1 and attempts >= 1',
      [endpointId],
    );
    expect(rows).toHaveLength(1);
  });

  await webhooks.rpc.deleteEndpoint({ accountId, endpointId });
  await webhooks.publish([credited(accountId)]);

  await eventually(async () => {
    const { events } = await webhooks.rpc.listEvents({ accountId });
    expect(events).toHaveLength(2);
  });
  const { rows } = await webhooks.db.query('select status from delivery where endpoint_id = $1', [
    endpointId,
  ]);
  expect(rows).toEqual([{ status: 'ABANDONED' }]);
});

/** As it is where money is real: it takes https only. */
const strict = forTests(() => webhooksUnderTest({ WEBHOOK_ALLOW_HTTP: 'false' }));

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
  const { endpoint, secret } = await strict.rpc.createEndpoint({ ...good(), secret: own });

  expect(endpoint).toMatchObject({
    name: 'Shop',
    url: 'https://shop.example/hook',
    events: ['DEPOSIT_ASSET_SUCCESS'],
  });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  if (own) expect(secret).toBe(own);
  const { rows } = await strict.db.query('select * from endpoint where id = $1', [endpoint?.id]);
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
  expect(rows[0].sealed_secret.includes(bytes)).toBe(false);
  expect(rows[0].sealed_secret.includes(secret)).toBe(false);
});

test('an account never gets more than ten endpoints, however many are asked for at once', async () => {
  const asked = good();
  const results = await Promise.allSettled(
    Array.from({ length: 25 }, () => strict.rpc.createEndpoint(asked)),
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
  await expect(strict.rpc.createEndpoint(good())).resolves.toBeDefined();
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
  await expect(strict.rpc.createEndpoint({ ...good(), ...wrong })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message,
  });
});

test('a name of a hundred characters of any script is taken, and events are not repeated', async () => {
  const name = '💸'.repeat(100);
  const events = ['DEPOSIT_ASSET_SUCCESS', 'DEPOSIT_ASSET_SUCCESS'];
  const { endpoint } = await strict.rpc.createEndpoint({ ...good(), name, events });
  expect(endpoint).toMatchObject({ name, events: ['DEPOSIT_ASSET_SUCCESS'] });
});

test('secrets move to a new key while both are known, and open with it alone afterwards', async () => {
  await using receiver = await startReceiver();
  const wanted = { name: 'shop', url: receiver.url, authorization: 'Bearer ours', skipTest: true };
  const { endpoint, secret } = await webhooks.rpc.createEndpoint({
    accountId: randomUUID(),
    ...wanted,
  });
  const id = endpoint?.id ?? '';
  const sealed = async () => {
    const { rows } = await webhooks.db.query('select * from endpoint where id = $1', [id]);
    return [rows[0].sealed_secret, rows[0].sealed_authorization] as const;
  };
  const newKey = randomBytes(32);
  const after = endpointVault(newKey);

  await using _rotated = await webhooks.startAnother({
    WEBHOOKS_SECRET_KEY: newKey.toString('base64'),
    WEBHOOKS_SECRET_KEY_PREVIOUS: webhooks.secretKey.toString('base64'),
  });

  await eventually(async () => {
    const [ofSecret, ofAuthorization] = await sealed();
    expect(after.open(id, ofSecret)).toBe(secret);
    expect(after.open(`${id}/authorization`, ofAuthorization)).toBe('Bearer ours');
  });
  const before = endpointVault(webhooks.secretKey);
  const [ofSecret] = await sealed();
  expect(() => before.open(id, ofSecret)).toThrow(CannotOpen);
});

test('in each step of a rotation every process opens what any other has sealed', () => {
  const [k1, k2] = [randomBytes(32), randomBytes(32)];
  const steps = [
    [endpointVault(k1), endpointVault(k1, k2)],
    [endpointVault(k1, k2), endpointVault(k2, k1)],
    [endpointVault(k2, k1), endpointVault(k2)],
  ];
  const inStock = [endpointVault(k1).seal('a', 'first')];
  for (const vaults of steps.slice(0, 2)) {
    inStock.push(...vaults.map((vault) => vault.seal('a', 'later')));
    for (const vault of vaults) {
      for (const sealed of inStock) expect(vault.open('a', sealed)).toMatch(/first|later/);
      expect(() => vault.open('b', inStock[0] as Buffer)).toThrow(CannotOpen);
    }
  }
  const [last, alone] = steps[2] ?? [];
  expect(alone?.open('a', last?.seal('a', 'moved') as Buffer)).toBe('moved');
  expect(last?.open('a', alone?.seal('a', 'new') as Buffer)).toBe('new');
});
