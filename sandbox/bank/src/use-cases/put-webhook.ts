import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'webhooks' | 'now'>;

export function putWebhook({ webhooks, now }: Needs) {
  return (pixKey: string, url: string): Promise<void> =>
    webhooks.put({ pixKey, url, createdAt: now() });
}
