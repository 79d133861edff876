import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'webhooks' | 'clock'>;

export function putWebhook({ webhooks, clock }: Needs) {
  return (pixKey: string, url: string): Promise<void> =>
    webhooks.put({ pixKey, url, createdAt: clock.now() });
}
