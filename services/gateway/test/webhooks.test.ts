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
