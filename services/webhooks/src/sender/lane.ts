import type { Logger } from '@entrada/platform/telemetry/log';
import { pause } from '@entrada/platform/time/backoff';
import { openWake } from '@entrada/platform/time/wake';
import { type ClaimedDelivery, type Deliveries, NO_ROOM, type Room } from '../ports.ts';
import { openAttempts } from './attempts.ts';
import type { Outages } from './outages.ts';
import type { Paces } from './paces.ts';
import { openQueueFloor } from './queue-floor.ts';
import { openRooms } from './rooms.ts';

/** The lane waits this long after a failed claim, however often it is woken. */
const PAUSE_AFTER_FAILURE_MS = 250;
/** The share of an endpoint's limit that must be free again to be worth a claim. */
const WORTH_A_CLAIM = 0.25;
/** A larger batch is a backlog, which is left to the claims: those are fair over endpoints. */
const TAKEN_AT_ONCE_MAX = 64;
/** With more overrides than this, listing them for each new event costs more than it saves. */
const OVERRIDES_MAX = 1_000;

type Options = {
  readonly slotsMax: number;
  readonly perEndpointMax: number;
  readonly paces: Paces;
  readonly outages: Outages;
  readonly claim: Deliveries['claimRetries'];
  /** How far below the last queue key a claim starts, because keys do not commit in order. */
  readonly slack: number;
  /** True for a delivery whose last attempt this process has not recorded yet. */
  readonly isUnderWay: (deliveryId: number) => boolean;
  readonly now: () => number;
  /** Makes the attempt and has its result recorded; never rejects. */
  readonly deliver: (delivery: ClaimedDelivery) => Promise<void>;
  /** How long to sleep when nothing more can be claimed. */
  readonly idleMs: () => Promise<number>;
  /** While true, nothing is claimed. */
  readonly isHeldBack: () => boolean;
  readonly log: Logger;
};

export type Lane = {
  /** There may be something to claim. */
  wake(): void;
  /** A delivery anywhere in the queue was made due again, which only a full scan finds. */
  wakeForAll(): void;
  /** How much the planning of deliveries may claim for this lane. */
  room(): Room;
  /** Sends what was claimed for this lane. */
  take(claimed: readonly ClaimedDelivery[]): void;
  /** Claims nothing more; resolves when every attempt under way has ended. */
  stop(): Promise<void>;
};

/** Claims as many deliveries as it has free slots for, and sends all of them at once. */
export function openLane(options: Options): Lane {
  const { slotsMax, perEndpointMax, paces, outages, claim, deliver, idleMs, isHeldBack } = options;
  const { isUnderWay, now, log } = options;
  const stopping = new AbortController();
  const { wake, wait } = openWake();
  /** Whether the last claim may have left deliveries behind because there was no room for them. */
  let isShortOfRoom = false;
  const attempts = openAttempts({
    slotsMax,
    onSlotFree() {
      if (isShortOfRoom) wake();
    },
    onEnd(endpointId, left) {
      if (isShortOfRoom && left <= rooms.limitOf(endpointId) * (1 - WORTH_A_CLAIM)) wake();
    },
  });
  const rooms = openRooms({ perEndpointMax, paces, underWay: attempts.perEndpoint });
  const queueFloor = openQueueFloor(options);

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await fill();
        await wait(await idleMs(), stopping.signal);
      } catch (err) {
        log.warn({ err }, 'deliveries could not be claimed, retrying');
        await pause(PAUSE_AFTER_FAILURE_MS, stopping.signal);
      }
    }
  }

  async function fill(): Promise<void> {
    const deliveriesMax = isHeldBack() ? 0 : attempts.free();
    isShortOfRoom = true;
    if (deliveriesMax === 0) return;
    const room = rooms.current(deliveriesMax);
    const start = queueFloor.next();
    const startedAt = now();
    const withExpired = outages.areOver();
    const found = await outages.watch(() => claim(room, { ...start, withExpired }));
    const { deliveries: claimed, isWalkCut } = found;
    queueFloor.learn({ start, room, claimed, isWalkCut, tookMs: now() - startedAt });
    take(claimed.filter(isToBeSent));
    isShortOfRoom = rooms.isUsedUp(room, claimed);
  }

  /**
   * False for a delivery this process is still sending, and for one with an expired lease if the
   * claim itself ran into a database outage: another process may have sent it and be about to record
   * it. Both are claimed again if nobody records a result.
   */
  function isToBeSent({ id, wasLeased }: ClaimedDelivery): boolean {
    return !isUnderWay(id) && (!wasLeased || outages.areOver());
  }

  function take(claimed: readonly ClaimedDelivery[]): void {
    for (const delivery of claimed) attempts.begin(delivery.endpointId, deliver(delivery));
  }

  const running = run();
  return {
    wake,
    wakeForAll() {
      queueFloor.requestFullScan();
      wake();
    },
    room() {
      if (stopping.signal.aborted || isHeldBack()) return NO_ROOM;
      const room = rooms.current(Math.min(TAKEN_AT_ONCE_MAX, attempts.free()));
      return room.overrides.size > OVERRIDES_MAX ? NO_ROOM : room;
    },
    take,
    async stop() {
      stopping.abort();
      await running;
      await attempts.ended();
    },
  };
}
