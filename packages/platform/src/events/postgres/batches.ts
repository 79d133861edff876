import { type Backoff, openBackoff } from '../../time/backoff.ts';
import { BATCH_SIZE_MAX, type OnBatch, type ReceivedRecord } from '../event-log.ts';
import { nameOf, type openHoldings } from './holdings.ts';
import type { Partition } from './membership.ts';

const RETRY = { firstMs: 50, maxMs: 5_000 } as const;

type Delay = { readonly backoff: Backoff; dueAt: number };
/** Read while the batch before was handled; invalid once the held partitions have changed. */
type Ahead = { readonly records: Promise<readonly ReceivedRecord[]>; readonly changes: number };

/**
 * Batches records of all held partitions together, so that one transaction handles many. A failed
 * batch is split by partition, so that one bad partition delays only itself.
 */
export function openBatches(
  holdings: ReturnType<typeof openHoldings>,
  handle: OnBatch,
  batchSizeMax = BATCH_SIZE_MAX,
) {
  const delays = new Map<string, Delay>();
  let ahead: Ahead | null = null;

  async function succeeds(records: readonly ReceivedRecord[]): Promise<boolean> {
    try {
      await handle(records);
    } catch {
      return false;
    }
    await holdings.advance(records);
    for (const record of records) delays.delete(nameOf(record));
    return true;
  }

  function postpone(partition: Partition): void {
    const name = nameOf(partition);
    const delay = delays.get(name) ?? { backoff: openBackoff(RETRY), dueAt: 0 };
    delay.dueAt = Date.now() + delay.backoff.nextMs();
    delays.set(name, delay);
  }

  const isDue = (partition: Partition) => (delays.get(nameOf(partition))?.dueAt ?? 0) <= Date.now();

  const readAfter = (after: readonly ReceivedRecord[]) =>
    holdings.fetch({ isDue, after, limit: batchSizeMax });

  async function nextRecords(): Promise<readonly ReceivedRecord[]> {
    const read = ahead;
    ahead = null;
    const records = await read?.records;
    const isGood = records && records.length > 0 && read?.changes === holdings.changes();
    return isGood ? records : readAfter([]);
  }

  /** Only after a full batch: after a smaller one there is most likely nothing to read. */
  function readAhead(records: readonly ReceivedRecord[]): void {
    if (records.length < batchSizeMax) return;
    // A failed read counts as empty: the same records are read again, and that read reports the error.
    const next = readAfter(records).catch(() => []);
    ahead = { records: next, changes: holdings.changes() };
  }

  return {
    /** True when there may be more; records after less than a full batch cause a notification. */
    async handleNext(): Promise<boolean> {
      const records = await nextRecords();
      if (records.length === 0) return false;
      readAhead(records);
      if (await succeeds(records)) return records.length === batchSizeMax;
      ahead = null;
      const parts = Object.values(Object.groupBy(records, nameOf)).filter(
        (part) => part !== undefined,
      );
      for (const part of parts) {
        const [first] = part;
        if (first && (parts.length === 1 || !(await succeeds(part)))) postpone(first);
      }
      return true;
    },
    /** When the next postponed partition is due again. */
    nextDueMs(): number {
      // A partition that moved to another member keeps its delay here, and must not be waited for.
      const dueAt = holdings.held().flatMap((held) => delays.get(nameOf(held))?.dueAt ?? []);
      return Math.max(0, Math.min(...dueAt) - Date.now());
    },
  };
}
