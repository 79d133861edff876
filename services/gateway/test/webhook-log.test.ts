import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { expectRefusal, patchJson, postJson } from './http.ts';
import { type Headers, shopWithReceiver } from './shop.ts';

const shop = shopWithReceiver();
const { call, newAccount } = shop;
const register = async (headers: Headers, body: object = {}) =>
  (await shop.register(headers, { skipTest: true, ...body })).webhook;

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
  const [first, second] = [await register(mine.headers), await register(mine.headers)];
  const other = await register(theirs.headers);
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
  const webhook = await register(headers);
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
  const webhook = await register(headers, { enabled: false });
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
