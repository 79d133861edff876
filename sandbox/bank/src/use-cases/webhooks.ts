import { BankError } from '../domain/bank-error.ts';
import type { Ports, Webhook } from '../ports.ts';

export function putWebhook({ webhooks, clock }: Ports) {
  return (pixKey: string, url: string): Promise<void> =>
    webhooks.put({ pixKey, url, createdAt: clock.now() });
}

export function getWebhook({ webhooks }: Ports) {
  return async (pixKey: string): Promise<Webhook> => {
    const webhook = await webhooks.find(pixKey);
    if (webhook === null) {
      throw new BankError('WebhookNaoEncontrado', 'There is no webhook for this key.');
    }
    return webhook;
  };
}

export function deleteWebhook({ webhooks }: Ports) {
  return async (pixKey: string): Promise<void> => {
    if (await webhooks.remove(pixKey)) return;
    throw new BankError('WebhookNaoEncontrado', 'There is no webhook for this key.');
  };
}
