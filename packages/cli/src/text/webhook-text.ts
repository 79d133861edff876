import type { Webhook } from '@entrada/client/webhooks';
import { fields } from './table.ts';

export function webhookText({ id, name, url, status, events, health }: Webhook): string[] {
  const { delivered, failed, waiting, lastFailureCause } = health;
  return fields({
    id,
    name,
    url,
    status,
    events: events.join(', '),
    'last 24 hours': `${delivered} delivered, ${failed} failed, ${waiting} waiting`,
    'last failure': lastFailureCause,
  });
}
