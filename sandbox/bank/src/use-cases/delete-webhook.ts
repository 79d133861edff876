import { BankError } from '../domain/bank-error.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'webhooks'>;

export function deleteWebhook({ webhooks }: Needs) {
  return async (pixKey: string): Promise<void> => {
    if (await webhooks.remove(pixKey)) return;
    throw new BankError('WebhookNaoEncontrado', 'There is no webhook for this key.');
  };
}
