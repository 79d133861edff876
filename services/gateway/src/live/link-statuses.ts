import { withNewDeadline } from '@entrada/platform/grpc/call-context';
import type { LinkStatus } from '../domain/charge.ts';
import { openListeners } from './listeners.ts';

/** A payer has one page open, or two; a page that is refused a stream polls. */
const LIMITS = { each: 'payment link', perNameMax: 20, max: 5_000 };
/** Charges that are read at once: as many as one call may name. */
const BATCH_SIZE_MAX = 500;
const READ_TIMEOUT_MS = 3_000;

/** Statuses of charges by their links. */
export type ReadStatuses = (
  paymentLinkIds: readonly string[],
) => Promise<readonly (readonly [paymentLinkId: string, status: LinkStatus])[]>;
type OnStatus = (status: LinkStatus) => void;

/** Passes statuses on to the open payment pages, from a stream, and from a reading of all of them when it had a gap. */
export function openLinkStatuses(readStatuses: ReadStatuses) {
  const pages = openListeners<OnStatus>(LIMITS);
  let reading: Promise<void> | null = null;
  let readAgain = false;

  const tell = (paymentLinkId: string, status: LinkStatus) => {
    for (const onStatus of pages.of(paymentLinkId) ?? []) onStatus(status);
  };

  async function readBatches(): Promise<void> {
    const waiting = [...pages.names()];
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH_SIZE_MAX);
      const read = () => readStatuses(batch);
      for (const [link, status] of await withNewDeadline(Date.now() + READ_TIMEOUT_MS, read)) {
        tell(link, status);
      }
    }
  }

  async function readAll(): Promise<void> {
    // What fails is read again soon: after the next connection, or with the next regular reading.
    await readBatches().catch(() => {});
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
    /** Each status of a charge that becomes known, until disposed. Throws when there are too many streams. */
    watch: pages.admit,
  };
}
