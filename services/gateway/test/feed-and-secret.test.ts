import { expectRefusal, patchJson, postJson } from './http.ts';
import { shopWithReceiver } from './shop.ts';

const shop = shopWithReceiver();
const { call, newAccount, register } = shop;

test('a reader of the feed can wait for the next event', async () => {
  const { headers } = await newAccount();
  const { charge } = (await call(postJson('/api/deposit', { value: 700 }, headers))).body;
  const none = await call({ path: '/api/events?wait=1', headers });
  expect(none.body.events).toEqual([]);

  const waiting = call({ path: '/api/events?wait=30', headers });
  await shop.system.bank.pay(charge.emv, { notify: true });

  const { events } = (await waiting).body;
  expect(events[0].data.paymentLinkId).toBe(charge.paymentLinkId);
  const refused = await call({ path: '/api/events?wait=31', headers });
  expectRefusal(refused, { status: 400, error: 'wait must be an integer between 0 and 30' });
});

test('a reader that waits is refused when its key is revoked', async () => {
  const { accountId } = await newAccount();
  const { apiKey, key } = await shop.system.auth.rpc.createKey({ accountId, name: 'x' });
  const waiting = call({
    path: '/api/events?wait=30',
    headers: { authorization: `Bearer ${key}` },
  });
  await shop.system.auth.rpc.revokeKey({ accountId, keyId: apiKey?.id ?? '' });

  expectRefusal(await waiting, { status: 401, code: 'invalid_api_key' });
});

test('a webhook is disabled and enabled by the status that replies show', async () => {
  const { headers } = await newAccount();
  const { webhook } = await register(headers);
  const change = (body: object) => call(patchJson(`/api/webhooks/${webhook.id}`, body, headers));
  for (const status of ['disabled', 'enabled', 'DISABLED', 'ENABLED']) {
    expect((await change({ status })).body.webhook.status).toBe(status.toUpperCase());
  }
  expect((await change({ enabled: false })).body.webhook.status).toBe('DISABLED');
  const error = 'enabled must be absent with status';
  expectRefusal(await change({ status: 'enabled', enabled: true }), { status: 400, error });
  expectRefusal(await change({ status: 'paused' }), { status: 400, code: 'invalid_request' });
});

test('a client may bring the secret, and only a webhook that is disabled or skips the test is created while its receiver refuses', async () => {
  const { headers } = await newAccount();
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  expect((await register(headers, { secret })).secret).toBe(secret);
  shop.receiver.answer(401);
  const { webhook } = await register(headers, { status: 'disabled' });
  expect(webhook.status).toBe('DISABLED');
  expect((await register(headers, { skipTest: true })).webhook.status).toBe('ENABLED');

  const refused = await call(
    postJson('/api/webhooks', { name: 'shop', url: shop.receiver.url }, headers),
  );

  expectRefusal(refused, { status: 400, code: 'webhook_test_failed' });
  expect(refused.body.error).toMatch(
    /answered 401.*send your own as `secret`.*`status` "disabled"/,
  );
  expect(refused.body.hint).toMatch(/skipTest/);
  const twice = { name: 'shop', url: shop.receiver.url, status: 'disabled', enabled: true };
  const error = 'enabled must be absent with status';
  expectRefusal(await call(postJson('/api/webhooks', twice, headers)), { status: 400, error });
});
