import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { expectRefusal, patchJson, postJson } from './http.ts';
import { type Headers, shopWithReceiver } from './shop.ts';

const shop = shopWithReceiver();
const { call, newAccount, register } = shop;

/** A deposit that is paid, credited and delivered to the endpoint. */
async function delivered(headers: Headers, webhookId: string) {
  const { charge } = (await call(postJson('/api/deposit', { value: 700 }, headers))).body;
  await shop.system.bank.pay(charge.emv, { notify: true });
  const path = `/api/webhooks/${webhookId}/deliveries?status=DELIVERED`;
  const deliveries = await eventually(async () => {
    const { body } = await call({ path, headers });
    return body.deliveries.some((d: { event: string }) => d.event === 'DEPOSIT_ASSET_SUCCESS')
      ? body.deliveries
      : false;
  });
  return { charge, delivery: deliveries[0] };
}

test('a webhook is created after its test, and its secret is shown once', async () => {
  const { headers } = await newAccount();

  const { webhook, secret } = await register(headers, { authorization: 'Bearer mine' });

  expect(secret).toMatch(/^whsec_/);
  expect(webhook).toMatchObject({
    name: 'shop',
    url: shop.receiver.url,
    events: ['DEPOSIT_ASSET_SUCCESS'],
    status: 'ENABLED',
    hasAuthorization: true,
  });
  const found = await call({ path: `/api/webhooks/${webhook.id}`, headers });
  expect(found.body.webhook).toMatchObject({ id: webhook.id, url: shop.receiver.url });
  const listed = await call({ path: '/api/webhooks', headers });
  expect(listed.body.webhooks).toHaveLength(1);
  expect(found.text + listed.text).not.toContain(secret);
  expect(found.text + listed.text).not.toContain('Bearer mine');
});

test.each([
  [
    'an authorization that would add a header',
    { authorization: 'a\r\nb: c' },
    'invalid_authorization',
  ],
  ['a malformed secret', { secret: 'mine' }, 'invalid_request'],
])('a webhook cannot have %s', async (_what, wrong, code) => {
  const { headers } = await newAccount();
  const hook = { name: 'x', url: 'https://example.com', ...wrong };
  const reply = await call(postJson('/api/webhooks', hook, headers));
  expectRefusal(reply, { status: 400, code });
});

test('every change of a webhook, also replays and tests, is in the audit log', async () => {
  const { accountId, headers } = await newAccount();
  const { webhook, secret } = await register(headers);
  const path = `/api/webhooks/${webhook.id}`;
  const patch = (body: object) => call(patchJson(path, body, headers));

  const renamed = await patch({ name: 'till', events: ['DEPOSIT_ASSET_EXPIRED'] });
  expect(renamed.body.webhook).toMatchObject({ name: 'till', events: ['DEPOSIT_ASSET_EXPIRED'] });
  expect((await patch({ enabled: false })).body.webhook.status).toBe('DISABLED');
  expect((await patch({ enabled: true })).body.webhook.status).toBe('ENABLED');
  const rotated = await call(postJson(`${path}/rotate-secret`, {}, headers));
  expect(rotated.body.secret).toMatch(/^whsec_/);
  expect(rotated.body.secret).not.toBe(secret);
  const tested = await call(postJson(`${path}/test`, {}, headers));
  expect(tested.body.delivery.status).toBe('DELIVERED');
  const window = { from: new Date(Date.now() - 60_000).toISOString(), to: '2099-01-01T00:00:00Z' };
  expect((await call(postJson(`${path}/replay`, window, headers))).status).toBe(202);
  const again = `/api/deliveries/${tested.body.delivery.id}/redeliver`;
  expect((await call(postJson(again, {}, headers))).status).toBe(202);
  expect((await call({ method: 'DELETE', path, headers })).status).toBe(200);
  expectRefusal(await call({ path, headers }), { status: 404, code: 'webhook_not_found' });

  const { rows } = await shop.system.auth.db.query(
    'select action, actor, subject from audit_entry where account_id = $1 order by 1',
    [accountId],
  );
  const subjects = [`webhook:${webhook.id}`, `delivery:${tested.body.delivery.id}`];
  const isResult = ({ action }: { action: string }) => !action.endsWith('_requested');
  const made = rows.filter((row) => subjects.includes(row.subject) && isResult(row));
  expect(made.map(({ action }) => action)).toEqual([
    'delivery.redelivered',
    'webhook.created',
    'webhook.deleted',
    'webhook.replayed',
    'webhook.secret_rotated',
    'webhook.tested',
    'webhook.updated',
    'webhook.updated',
    'webhook.updated',
  ]);
  expect(made[0].actor).toMatch(/^key:/);
});

test('the feed has the delivered bodies byte for byte, and continues after the acknowledged cursor', async () => {
  const { headers } = await newAccount();
  const { webhook } = await register(headers);
  const { charge } = await delivered(headers, webhook.id);

  const first = await call({ path: '/api/events?limit=10', headers });

  const sent =
    shop.receiver.received.find((text) => text.includes(charge.paymentLinkId)) ?? 'nothing';
  expect(first.text).toContain(sent);
  const cursor = first.body.nextCursor;
  const rest = await call({ path: `/api/events?after=${encodeURIComponent(cursor)}`, headers });
  expect(rest.body).toMatchObject({ events: [], nextCursor: cursor });
  expect((await call(postJson('/api/events/ack', { cursor }, headers))).status).toBe(200);
  expect((await call({ path: '/api/events', headers })).body.events).toEqual([]);
  const again = await call({ path: '/api/events?cursor=0', headers });
  expect(again.text).toBe(first.text);
  const beyond = Buffer.from(`events:${(Date.now() + 60_000) * 1_000}`).toString('base64url');
  for (const bad of ['malformed', beyond, 'a'.repeat(600)]) {
    for (const field of ['after', 'cursor']) {
      const refused = await call({ path: `/api/events?${field}=${bad}`, headers });
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid_cursor']);
      expect(refused.body.details).toMatchObject([{ field }]);
    }
  }
  for (const bad of ['', 'malformed', beyond]) {
    const refused = await call(postJson('/api/events/ack', { cursor: bad }, headers));
    expectRefusal(refused, { status: 400 });
  }
  const both = await call({ path: `/api/events?after=${cursor}&cursor=${cursor}`, headers });
  expectRefusal(both, { status: 400, error: 'after must be absent with cursor' });
});

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

const registerUntested = async (headers: Headers, body: object = {}) =>
  (await register(headers, { skipTest: true, ...body })).webhook;

async function paid(headers: Headers): Promise<string> {
  const { charge } = (await call(postJson('/api/deposit', { value: 700 }, headers))).body;
  await shop.system.bank.pay(charge.emv, { notify: true });
  return charge.paymentLinkId;
}

async function deliveriesOf(headers: Headers, query: string, count: number) {
  return eventually(async () => {
    const { body } = await call({ path: `/api/deliveries?${query}`, headers });
    expect(body.deliveries).toHaveLength(count);
    return body.deliveries;
  });
}

test('the log of the account has the deliveries to all of its webhooks, and no other account’s', async () => {
  const [mine, theirs] = [await newAccount(), await newAccount()];
  const [first, second] = [
    await registerUntested(mine.headers),
    await registerUntested(mine.headers),
  ];
  const other = await registerUntested(theirs.headers);
  const link = await paid(mine.headers);
  await paid(theirs.headers);
  const [foreign] = await deliveriesOf(theirs.headers, 'status=DELIVERED', 1);

  const deliveries = await deliveriesOf(mine.headers, 'status=DELIVERED', 2);

  const ids = deliveries.map(({ webhookId }: { webhookId: string }) => webhookId);
  expect(new Set(ids)).toEqual(new Set([first.id, second.id]));
  const [{ eventId }] = deliveries;
  await deliveriesOf(mine.headers, `eventId=${eventId}&event=DEPOSIT_ASSET_SUCCESS`, 2);
  await deliveriesOf(mine.headers, `webhookId=${first.id}`, 1);
  await deliveriesOf(mine.headers, `eventId=${foreign.eventId}`, 0);
  const path = `/api/deliveries?webhookId=${other.id}`;
  const unknown = `/api/deliveries?webhookId=${randomUUID()}`;
  for (const probe of [path, unknown]) {
    const reply = await call({ path: probe, headers: mine.headers });
    expectRefusal(reply, { status: 404, code: 'webhook_not_found' });
  }
  const one = await call({ path: `/api/deliveries/${deliveries[0].id}`, headers: mine.headers });
  const sent = shop.receiver.received.find((text) => text.includes(link));
  expect(one.body.delivery).toMatchObject({
    body: sent,
    webhookName: 'shop',
    test: false,
    trigger: { kind: 'event', at: one.body.delivery.createdAt },
    attempts: [{ causeCode: null, responseHeaders: [] }],
  });
  expect(deliveries[0].body).toBeNull();
});

test('a replay can be counted before it is made, and is not in the audit log until it is', async () => {
  const { accountId, headers } = await newAccount();
  const webhook = await registerUntested(headers);
  await paid(headers);
  await deliveriesOf(headers, 'status=DELIVERED', 1);
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const window = { from, to: new Date(Date.now() + 1_000).toISOString() };
  const replay = async (more: object) => {
    const path = `/api/webhooks/${webhook.id}/replay`;
    const { status, body } = await call(postJson(path, { ...window, ...more }, headers));
    return { status, count: body.count, dryRun: body.dryRun };
  };

  expect(await replay({ dryRun: true })).toEqual({ status: 202, count: 1, dryRun: true });
  const failed = { only: 'failed', dryRun: true };
  expect(await replay(failed)).toEqual({ status: 202, count: 0, dryRun: true });
  const lines = `select from audit_entry where account_id = $1 and action = 'webhook.replayed'`;
  expect((await shop.system.auth.db.query(lines, [accountId])).rowCount).toBe(0);
  const [untouched] = await deliveriesOf(headers, 'status=DELIVERED', 1);
  expect(untouched.trigger.kind).toBe('event');

  expect(await replay({})).toEqual({ status: 202, count: 1, dryRun: false });
  expect((await shop.system.auth.db.query(lines, [accountId])).rowCount).toBe(1);
  await eventually(async () => {
    const [again] = await deliveriesOf(headers, 'status=DELIVERED', 1);
    expect(again.trigger.kind).toBe('replay');
  });
});

test('every kind of event is described, and its sample can be sent as a test', async () => {
  const { headers } = await newAccount();
  const webhook = await registerUntested(headers, { enabled: false });
  expect(webhook).toMatchObject({ status: 'DISABLED', disabledReason: 'OWNER' });
  const { eventKinds } = (await call({ path: '/api/event-kinds', headers })).body;
  const names = eventKinds.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['DEPOSIT_ASSET_SUCCESS', 'WEBHOOK_TEST']));
  expect(eventKinds[0]).toMatchObject({
    description: expect.any(String),
    schema: { type: 'object' },
    sample: { event: names[0] },
  });

  const path = `/api/webhooks/${webhook.id}`;
  for (const event of names) {
    const { body } = await call(postJson(`${path}/test`, { event }, headers));
    expect(body.delivery).toMatchObject({ event, test: true, status: 'DELIVERED' });
    expect(JSON.parse(body.delivery.body)).toMatchObject({ event, test: true });
  }
  const unknown = await call(postJson(`${path}/test`, { event: 'MONEY' }, headers));
  expectRefusal(unknown, { status: 400, code: 'invalid_events' });

  const metrics = await eventually(async () => {
    const { body } = await call({ path: `${path}/metrics`, headers });
    const counts = body.metrics.buckets.map(({ delivered }: { delivered: number }) => delivered);
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(names.length);
    return body.metrics;
  });
  const now = metrics.buckets.at(-1);
  expect([now.delivered, now.statusCodes['200']]).toEqual([now.delivered, now.delivered]);
  const enabled = await call(patchJson(path, { enabled: true }, headers));
  expect(enabled.body.webhook).toMatchObject({ status: 'ENABLED', disabledReason: null });
});

test('metrics of a window that is too long are refused', async () => {
  const { headers } = await newAccount();
  const { id } = await registerUntested(headers);
  const path = `/api/webhooks/${id}/metrics?from=2020-01-01T00:00:00Z`;
  expectRefusal(await call({ path, headers }), { status: 400, code: 'invalid_window' });
});
