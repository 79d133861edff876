import { AppError } from '@entrada/platform/errors/app-error';
import { withNewDeadline } from '@entrada/platform/grpc/deadline';
import type { ChargeStatus } from '../domain/charge.ts';

const PAGES_MAX = 5_000;
/** Charges that are read at once after a gap. */
const READS_AT_ONCE = 10;
const READ_TIMEOUT_MS = 3_000;

type OnStatus = (status: ChargeStatus) => void;
type ReadStatus = (paymentLinkId: string) => Promise<ChargeStatus>;

/** Passes statuses on to the open payment pages. Only a gap in the stream makes it read charges. */
export function openLinkStatuses(readStatus: ReadStatus) {
  const pages = new Map<string, Set<OnStatus>>();
  let count = 0;
  let reading: Promise<void> | null = null;
  let readAgain = false;

  const tell = (paymentLinkId: string, status: ChargeStatus) => {
    for (const onStatus of pages.get(paymentLinkId) ?? []) onStatus(status);
  };

  async function readOne(paymentLinkId: string): Promise<void> {
    if (!pages.has(paymentLinkId)) return;
    const status = await withNewDeadline(Date.now() + READ_TIMEOUT_MS, () =>
      readStatus(paymentLinkId),
    );
    tell(paymentLinkId, status);
  }

  async function readAll(): Promise<void> {
    const waiting = [...pages.keys()];
    const worker = async () => {
      for (let link = waiting.pop(); link !== undefined; link = waiting.pop()) await readOne(link);
    };
    // A failure is followed by a new connection, and that by another reading.
    await Promise.all(Array.from({ length: READS_AT_ONCE }, worker)).catch(() => {});
    reading = null;
    if (readAgain) catchUp();
  }

  /** Reads every open page's charge once; a gap meanwhile makes it begin again afterwards. */
  function catchUp(): void {
    readAgain = reading !== null;
    reading ??= readAll();
  }

  return {
    tell,
    catchUp,
    watch(paymentLinkId: string, onStatus: OnStatus): Disposable {
      if (count >= PAGES_MAX) {
        throw new AppError('UNAVAILABLE', 'Server is overloaded', { reason: 'overloaded' });
      }
      const ofLink = pages.get(paymentLinkId) ?? new Set<OnStatus>();
      pages.set(paymentLinkId, ofLink.add(onStatus));
      count += 1;
      return {
        [Symbol.dispose]() {
          if (!ofLink.delete(onStatus)) return;
          count -= 1;
          if (ofLink.size === 0) pages.delete(paymentLinkId);
        },
      };
    },
  };
}
