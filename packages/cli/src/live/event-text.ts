import type { WebhookEvent } from '@entrada/client/webhook-event';
import { printable } from '@entrada/command-line/printable';
import { money } from '../text/money.ts';

/** Of an event that is newer than this program, too: what it does not have is left out. */
export function eventText({ timestamp, event, data }: WebhookEvent): string {
  const { paymentLinkId, value } = (data ?? {}) as Readonly<Record<string, unknown>>;
  const parts = [
    timestamp,
    event,
    typeof value === 'number' ? money(value) : '',
    typeof paymentLinkId === 'string' ? paymentLinkId : '',
  ];
  return printable(parts.filter(Boolean).join('  '));
}
