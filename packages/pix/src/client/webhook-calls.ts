import { z } from 'zod';
import type { Calls } from './calls.ts';
import type { CallOptions, PixClientOptions } from './pix-client-options.ts';
import { parseResponse } from './response.ts';

const webhookSchema = z.object({ webhookUrl: z.string().min(1) });

/** The callback URL: the bank calls `{url}/pix` when the key receives a payment. */
export type WebhookCalls = {
  putWebhook(url: string, options?: CallOptions): Promise<void>;
  getWebhook(options?: CallOptions): Promise<string>;
  deleteWebhook(options?: CallOptions): Promise<void>;
};

export function webhookCalls(calls: Calls, { pixKey }: PixClientOptions): WebhookCalls {
  const address = { family: 'webhook', segments: [pixKey] } as const;
  return {
    async putWebhook(url, callOptions) {
      const request = { ...address, method: 'PUT', body: { webhookUrl: url } } as const;
      await calls.run('put-webhook', callOptions, (exchange) => exchange(request));
    },
    async getWebhook(callOptions) {
      const text = await calls.run('get-webhook', callOptions, (exchange) =>
        exchange({ ...address, method: 'GET' }),
      );
      return parseResponse(webhookSchema, text).webhookUrl;
    },
    async deleteWebhook(callOptions) {
      await calls.run('delete-webhook', callOptions, (exchange) =>
        exchange({ ...address, method: 'DELETE' }),
      );
    },
  };
}
