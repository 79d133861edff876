import { type WriteOptions, withKey } from './call-options.ts';
import type { Client, Reply } from './client.ts';
import type { Delivery } from './deliveries.ts';
import type { Calls } from './gen/api.ts';

const ONE = '/api/webhooks/{webhookId}';

export type ReplayWindow = Calls[`POST ${typeof ONE}/replay`]['body'];
export type Replay = Omit<Reply<`POST ${typeof ONE}/replay`>, 'success'>;

export function webhookActions({ request }: Client) {
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
