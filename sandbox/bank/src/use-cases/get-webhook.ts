import { BankError } from '../domain/bank-error.ts';
import type { Ports, Webhook } from '../ports.ts';

type Needs = Pick<Ports, 'webhooks'>;

export function getWebhook({ webhooks }: Needs) {
  return async (pixKey: string): Promise<Webhook> => {
    const webhook = await webhooks.find(pixKey);
    if (webhook === null) {
      throw new BankError('WebhookNaoEncontrado', 'There is no webhook for this key.');
    }
    return webhook;
  };
}
