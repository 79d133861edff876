import type { Delivery } from '@entrada/client/deliveries';
import { fields, table } from './table.ts';

export function isDelivered({ status }: Delivery): boolean {
  return status === 'DELIVERED';
}

export function deliveryText(delivery: Delivery): string[] {
  const { id, event, eventId, status, webhookName, createdAt, nextAttemptsAt } = delivery;
  const attempts = delivery.attempts.map(({ at, statusCode, cause, timings }) => [
    at,
    statusCode ?? 'no response',
    timings.total === null ? '' : `${timings.total} ms`,
    cause,
  ]);
  const [next] = nextAttemptsAt;
  return [
    ...fields({
      id,
      event,
      eventId,
      status,
      endpoint: webhookName,
      createdAt,
      'next attempt': next,
    }),
    ...table(attempts),
  ];
}
