import { openReceiver } from '@entrada/deposit-check/webhook-receiver';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { Entrada } from '../src/entrada.ts';
import { verifyReceipt } from '../src/verify-receipt.ts';
import { verifyWebhook } from '../src/verify-webhook.ts';

let entrada: Entrada;
const system = forTests(() => sharedSystem());
const receiver = forTests(() => openReceiver());

beforeEach(async () => {
  const { key } = await system.newAccount();
  entrada = new Entrada({ apiKey: key, baseUrl: system.baseUrl });
});

async function credited(value: number): Promise<string> {
  const { emv, paymentLinkId } = await entrada.deposits.create({ value });
  const paid = entrada.deposits.waitUntilPaid(paymentLinkId);
  await system.bank.pay(emv, { notify: true });
  expect((await paid).status).toBe('COMPLETED');
  await eventually(async () => (await entrada.balance()).available > 0);
  return paymentLinkId;
}

test('a deposit is paid, credited, in the statement, refunded and shown with its timeline', async () => {
  const paymentLinkId = await credited(10_000);
  const refund = await entrada.deposits.refund(paymentLinkId, { value: 1_000, reason: 'returned' });

  const entries: string[] = [];
  for await (const { kind } of entrada.statement({ limit: 1 })) entries.push(kind);
  expect(entries).toEqual(expect.arrayContaining(['REFUND_HOLD', 'DEPOSIT']));
  const refunds: string[] = [];
  for await (const { id } of entrada.deposits.refunds(paymentLinkId)) refunds.push(id);
  expect(refunds).toEqual([refund.id]);
  for await (const { id } of entrada.refunds.list()) expect(id).toBe(refund.id);
  expect(await entrada.refunds.get(refund.id)).toMatchObject({ paymentLinkId, value: 1_000 });
  // A service that answers late is named instead.
  await eventually(async () => {
    const { timeline, incomplete } = await entrada.deposits.timeline(paymentLinkId);
    expect(timeline.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['created', 'completed']),
    );
    expect(incomplete).toEqual([]);
  });
  const receipt = await eventually(() => entrada.deposits.receipt(paymentLinkId));
  expect(receipt).toMatchObject({ form: 'entrada-receipt-1', transaction: { paymentLinkId } });
  expect(await verifyReceipt(receipt, await entrada.receiptKeys())).toMatchObject({
    paymentLinkId,
    creditedValue: 9_900,
  });
});

test('every deposit is listed, over pages of one', async () => {
  const created: string[] = [];
  for (const value of [100, 200, 300]) {
    created.push((await entrada.deposits.create({ value })).paymentLinkId);
  }
  const listed: string[] = [];
  for await (const { paymentLinkId } of entrada.deposits.list({ limit: 1 })) {
    listed.push(paymentLinkId);
  }
  expect(listed).toEqual(created.toReversed());
});

test('an endpoint is created, changed, tested, replaced in its secret and deleted', async () => {
  const { webhook, secret } = await entrada.webhooks.create({ name: 'Shop', url: receiver.url });
  expect(await entrada.webhooks.get(webhook.id)).toMatchObject({ name: 'Shop' });
  expect(await entrada.webhooks.update(webhook.id, { name: 'Till' })).toMatchObject({
    name: 'Till',
  });
  const test = await entrada.webhooks.test(webhook.id, { event: 'DEPOSIT_ASSET_SUCCESS' });
  expect(test.status).toBe('DELIVERED');
  const next = await entrada.webhooks.rotateSecret(webhook.id);
  await entrada.webhooks.test(webhook.id);

  const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: '' };
  for (const known of [secret, next]) {
    expect(await verifyWebhook(headers, body, known)).toMatchObject({ event: 'WEBHOOK_TEST' });
  }
  await entrada.webhooks.delete(webhook.id);
  expect(await entrada.webhooks.list()).toEqual([]);
});

test('a payment arrives as a verified webhook, is delivered again, and is in the feed until it is acknowledged', async () => {
  const { webhook, secret } = await entrada.webhooks.create({ name: 'Shop', url: receiver.url });
  const paymentLinkId = await credited(5_000);
  const arrived = () => receiver.received.filter(({ body }) => body.includes(paymentLinkId));
  const [first] = await eventually(() => arrived().length > 0 && arrived());
  const event = await verifyWebhook(first?.headers ?? {}, first?.body ?? '', secret);
  expect(event).toMatchObject({ event: 'DEPOSIT_ASSET_SUCCESS', data: { creditedValue: 4_950 } });

  const delivery = await eventually(async () => {
    const { deliveries } = await entrada.deliveries.list({ eventId: event.id }).page();
    return deliveries[0]?.status === 'DELIVERED' && deliveries[0];
  });
  expect((await entrada.deliveries.get(delivery.id)).body).toBe(first?.body);
  await entrada.deliveries.redeliver(delivery.id);
  await eventually(() => arrived().length === 2);
  const window = {
    from: new Date(Date.now() - 60_000).toISOString(),
    to: new Date().toISOString(),
  };
  // It leaves out what is under way: the second attempt has arrived, but may not be recorded yet.
  await eventually(async () => {
    const replay = await entrada.webhooks.replay(webhook.id, { ...window, dryRun: true });
    expect(replay).toEqual({ count: 1, dryRun: true });
  });
  expect((await entrada.webhooks.deliveries(webhook.id).page()).deliveries).not.toEqual([]);

  for await (const found of entrada.events.follow()) {
    expect(found).toEqual(event);
    break;
  }
  const { nextCursor } = await entrada.events.read({ limit: 1 });
  await entrada.events.ack(nextCursor ?? '');
  expect((await entrada.events.read()).events).toEqual([]);
});

test('a key of the other mode and a mistake in a request are errors that say so', async () => {
  const live = new Entrada({ apiKey: `ent_live_${'0'.repeat(49)}`, baseUrl: system.baseUrl });
  await expect(live.balance()).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' });
  const mistake = entrada.deposits.create({ value: 0.5 });
  await expect(mistake).rejects.toMatchObject({
    status: 400,
    requestId: expect.any(String),
    fields: [{ field: 'value', message: expect.any(String) }],
  });
});
