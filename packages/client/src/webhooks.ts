import { type CallOptions, type WriteOptions, withKey } from './call-options.ts';
import type { Client, Reply } from './client.ts';
import type { DeliveriesPage, Delivery } from './deliveries.ts';
import type { Calls } from './gen/api.ts';
import { type Paged, paged } from './paged.ts';

const ONE = '/api/webhooks/{webhookId}';
const DELIVERIES = `GET ${ONE}/deliveries`;

type NewWebhook = Calls['POST /api/webhooks']['body'];
type WebhookChanges = NonNullable<Calls[`PATCH ${typeof ONE}`]['body']>;
export type Webhook = Reply<`GET ${typeof ONE}`>['webhook'];
type CreatedWebhook = Omit<Reply<'POST /api/webhooks'>, 'success'>;
type WebhookDeliveriesQuery = NonNullable<Calls[typeof DELIVERIES]['query']>;

export function webhookCalls(client: Client) {
  const { request } = client;
  return {
    ...webhookActions(client),

    /** The endpoint, and the secret that signs its deliveries: it is shown only this once. */
    async create(webhook: NewWebhook, options: WriteOptions = {}): Promise<CreatedWebhook> {
      const { success: _, ...created } = await request('POST /api/webhooks', {
        body: webhook,
        ...withKey(options),
      });
      return created;
    },

    /** All of them, newest first. */
    async list(options: CallOptions = {}): Promise<readonly Webhook[]> {
      return (await request('GET /api/webhooks', options)).webhooks;
    },

    async get(webhookId: string, options: CallOptions = {}): Promise<Webhook> {
      return (await request(`GET ${ONE}`, { path: { webhookId }, ...options })).webhook;
    },

    async update(
      webhookId: string,
      changes: WebhookChanges,
      options: WriteOptions = {},
    ): Promise<Webhook> {
      const input = { path: { webhookId }, body: changes, ...withKey(options) };
      return (await request(`PATCH ${ONE}`, input)).webhook;
    },

    async delete(webhookId: string, options: WriteOptions = {}): Promise<void> {
      await request(`DELETE ${ONE}`, { path: { webhookId }, ...withKey(options) });
    },

    /** Deliveries to one endpoint, newest first. */
    deliveries(
      webhookId: string,
      query: WebhookDeliveriesQuery = {},
      options: CallOptions = {},
    ): Paged<Delivery, DeliveriesPage> {
      const path = { webhookId };
      return paged(
        query,
        (at) => request(DELIVERIES, { path, query: { ...query, ...at }, ...options }),
        ({ deliveries }) => deliveries,
      );
    },
  };
}

type ReplayWindow = Calls[`POST ${typeof ONE}/replay`]['body'];
type Replay = Omit<Reply<`POST ${typeof ONE}/replay`>, 'success'>;

function webhookActions({ request }: Client) {
  return {
    /** Sends a test event now and returns its delivery: a receiver that fails is not an error. */
    async test(
      webhookId: string,
      test: { readonly event?: string } = {},
      options: WriteOptions = {},
    ): Promise<Delivery> {
      const input = { path: { webhookId }, body: test, ...withKey(options) };
      return (await request(`POST ${ONE}/test`, input)).delivery;
    },

    /** The new secret. Deliveries are signed with both for 24 hours. */
    async rotateSecret(webhookId: string, options: WriteOptions = {}): Promise<string> {
      const input = { path: { webhookId }, body: {}, ...withKey(options) };
      return (await request(`POST ${ONE}/rotate-secret`, input)).secret;
    },

    /** Delivers the events of a time window again. */
    async replay(
      webhookId: string,
      window: ReplayWindow,
      options: WriteOptions = {},
    ): Promise<Replay> {
      const input = { path: { webhookId }, body: window, ...withKey(options) };
      const { success: _, ...replay } = await request(`POST ${ONE}/replay`, input);
      return replay;
    },
  };
}
