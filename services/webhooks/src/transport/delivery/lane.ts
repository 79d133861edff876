import { pause } from '@entrada/platform/events/backoff';
import { openWake } from '@entrada/platform/events/wake';
import type { Logger } from '@entrada/platform/telemetry/log';
import type { ClaimedDelivery, Room } from '../../ports.ts';

/** A claim that failed is not repeated sooner, however often the lane is woken. */
const PAUSE_AFTER_FAILURE_MS = 250;

type Options = {
  readonly slotsMax: number;
  readonly perEndpointMax: number;
  readonly claim: (room: Room) => Promise<readonly ClaimedDelivery[]>;
  /** Makes the try and sees to its result; never rejects. */
  readonly deliver: (delivery: ClaimedDelivery) => Promise<void>;
  /** How long to sleep when nothing more can be claimed. */
  readonly idleMs: () => Promise<number>;
  /** While true nothing is claimed. */
  readonly isHeldBack: () => boolean;
  readonly log: Logger;
};

export type Lane = {
  /** There may be something to claim. */
  wake(): void;
  /** Claims nothing more; resolves when every try under way has ended. */
  stop(): Promise<void>;
};

/** Claims as many deliveries as it has free slots for, and works on all of them at once. */
export function openLane(options: Options): Lane {
  const { slotsMax, perEndpointMax, claim, deliver, idleMs, isHeldBack, log } = options;
  const stopping = new AbortController();
  const { wake, wait } = openWake();
  const underWay = new Map<string, number>();
  const tries = new Set<Promise<void>>();
  /** Whether the last claim may have left something behind for want of room. */
  let isShortOfRoom = false;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await fill();
        await wait(await idleMs(), stopping.signal);
      } catch (err) {
        log.warn({ err }, 'deliveries could not be claimed');
        await pause(PAUSE_AFTER_FAILURE_MS, stopping.signal);
      }
    }
  }

  async function fill(): Promise<void> {
    const deliveriesMax = isHeldBack() ? 0 : slotsMax - tries.size;
    isShortOfRoom = true;
    if (deliveriesMax === 0) return;
    const claimed = await claim({ deliveriesMax, perEndpointMax, underWay });
    for (const delivery of claimed) begin(delivery);
    isShortOfRoom = claimed.length === deliveriesMax || isAnyEndpointFull();
  }

  function isAnyEndpointFull(): boolean {
    for (const count of underWay.values()) if (count >= perEndpointMax) return true;
    return false;
  }

  function begin(delivery: ClaimedDelivery): void {
    const { endpointId } = delivery;
    underWay.set(endpointId, (underWay.get(endpointId) ?? 0) + 1);
    const attempt = deliver(delivery).then(() => {
      tries.delete(attempt);
      const left = (underWay.get(endpointId) ?? 1) - 1;
      if (left === 0) underWay.delete(endpointId);
      else underWay.set(endpointId, left);
      if (isShortOfRoom) wake();
    });
    tries.add(attempt);
  }

  const running = run();
  return {
    wake,
    async stop() {
      stopping.abort();
      await running;
      await Promise.all(tries);
    },
  };
}
