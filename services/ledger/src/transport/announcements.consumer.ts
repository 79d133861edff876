import { LedgerEvent } from '@entrada/contracts/services';
import { EVENT_ID_HEADER, type ReceivedRecord } from '@entrada/platform/events/event-log';
import { isUuid } from '@entrada/platform/text/uuid';
import type { App } from '../app.ts';

/** What is older may be gone from the outbox, by then pruned, and proves nothing. */
const AGE_MAX_MS = 3 * 24 * 60 * 60_000;

/** Notes what is on our own topic, for the auditor to compare with the outbox. */
export function onAnnouncements(app: App, now: () => Date) {
  return async (records: readonly ReceivedRecord[]): Promise<void> => {
    const since = new Date(now().getTime() - AGE_MAX_MS);
    const recent = records.filter(({ value }) => timeOf(value) > since);
    const ids = recent.map(({ headers }) => headers[EVENT_ID_HEADER] ?? '').filter(isUuid);
    if (ids.length > 0) await app.markSeen(ids);
  };
}

function timeOf(value: Buffer): Date {
  try {
    const { depositCredited, paymentSuspended, refundPosted } = LedgerEvent.deserialize(value);
    const at =
      depositCredited?.creditedAt ?? paymentSuspended?.suspendedAt ?? refundPosted?.postedAt;
    return new Date(at ?? 0);
  } catch {
    // Nonsense on our topic is not ours; the record below has no row in the outbox and is named.
    return new Date();
  }
}
