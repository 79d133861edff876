import { type Api, ok, until } from './open-client.ts';

const DAY_MS = 86_400_000;

/** Everything about an endpoint that received a paid deposit, and its removal. */
export async function webhooks(api: Api, webhookId: string): Promise<void> {
  const path = { webhookId };
  const params = { path };
  const { webhooks: all } = ok(await api.GET('/api/webhooks'));
  if (all[0]?.id !== webhookId) throw new Error('the webhook is not listed');
  ok(await api.PATCH('/api/webhooks/{webhookId}', { params, body: { name: 'till' } }));
  const { webhook } = ok(await api.GET('/api/webhooks/{webhookId}', { params }));
  if (webhook.name !== 'till') throw new Error('it has its old name');
  const { secret } = ok(
    await api.POST('/api/webhooks/{webhookId}/rotate-secret', { params, body: {} }),
  );
  if (!secret.startsWith('whsec_')) throw new Error('no secret');
  ok(await api.POST('/api/webhooks/{webhookId}/test', { params, body: {} }));

  const delivery = await until(async () => {
    const query = { status: 'DELIVERED' } as const;
    const page = await api.GET('/api/webhooks/{webhookId}/deliveries', { params: { path, query } });
    return ok(page).deliveries.find(({ event }) => event === 'DEPOSIT_ASSET_SUCCESS');
  });
  const query = { webhookId, eventId: delivery.eventId };
  const { deliveries } = ok(await api.GET('/api/deliveries', { params: { query } }));
  if (deliveries[0]?.id !== delivery.id) throw new Error('not in the log of the account');
  const one = { params: { path: { deliveryId: delivery.id } } };
  const { attempts } = ok(await api.GET('/api/deliveries/{deliveryId}', one)).delivery;
  if (attempts[0]?.statusCode !== 200) throw new Error('delivered without a reply');
  ok(await api.POST('/api/deliveries/{deliveryId}/redeliver', { ...one, body: {} }));
  const [from, to] = [Date.now() - DAY_MS, Date.now()].map((ms) => new Date(ms).toISOString());
  if (from === undefined || to === undefined) throw new Error('no window');
  const failed = { from, to, only: 'failed', dryRun: true } as const;
  const counted = await api.POST('/api/webhooks/{webhookId}/replay', { params, body: failed });
  if (ok(counted).count !== 0) throw new Error('deliveries failed');
  ok(await api.POST('/api/webhooks/{webhookId}/replay', { params, body: { from, to } }));
  await until(async () => {
    const { metrics } = ok(await api.GET('/api/webhooks/{webhookId}/metrics', { params }));
    return metrics.buckets.find(({ delivered }) => delivered > 0);
  });
  const { eventKinds } = ok(await api.GET('/api/event-kinds'));
  if (eventKinds.length < 9) throw new Error('events are missing');
  await readFeed(api);
  ok(await api.DELETE('/api/webhooks/{webhookId}', { params }));
}

async function readFeed(api: Api): Promise<void> {
  const { events, nextCursor } = ok(await api.GET('/api/events'));
  if (events.length === 0 || nextCursor === null) throw new Error('the feed is empty');
  ok(await api.POST('/api/events/ack', { body: { cursor: nextCursor } }));
}
