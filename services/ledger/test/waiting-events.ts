import type { EventRecord } from '@entrada/platform/events/event-log';

const BATCH_SIZE_MAX = 5;

export const pick = <T>(from: readonly T[], which: number): T | undefined =>
  from[which % from.length];

/** What was published and not delivered yet; delivered in order per key, in batches of any size. */
export function waitingEvents(deliver: (...records: readonly EventRecord[]) => Promise<void>) {
  const waiting: EventRecord[] = [];
  const delivered: EventRecord[] = [];

  /** The first one that waits, of some key. */
  const next = (which: number): EventRecord | undefined => {
    const key = pick(waiting, which)?.key;
    const place = waiting.findIndex((record) => record.key === key);
    return place < 0 ? undefined : waiting.splice(place, 1)[0];
  };
  const deliverSome = async (which: number, much: number): Promise<void> => {
    const size = 1 + (much % BATCH_SIZE_MAX);
    const batch = Array.from({ length: size }, (_, nth) => next(which + nth * 7) ?? []).flat();
    if (batch.length > 0) await deliver(...batch);
    delivered.push(...batch);
  };

  return {
    publish: (record: EventRecord): number => waiting.push(record),
    deliverSome,
    async deliverAll(): Promise<void> {
      while (waiting.length > 0) await deliverSome(0, waiting.length);
    },
    async repeat(which: number): Promise<void> {
      const again = pick(delivered, which);
      if (again) await deliver(again);
    },
  };
}
