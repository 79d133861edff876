import type { Logger } from '@entrada/platform/telemetry/log';
import { openWake, pause } from '@entrada/platform/time/backoff';
import { type ClaimedDelivery, NO_ROOM, type Room } from '../domain/delivery.ts';
import type { Ports } from '../ports.ts';
import type { Outages } from './outages.ts';
import type { Paces } from './paces.ts';

/** The lane waits this long after a failed claim, however often it is woken. */
const PAUSE_AFTER_FAILURE_MS = 250;
/** The share of an endpoint's limit that must be free again to be worth a claim. */
const WORTH_A_CLAIM = 0.25;
/** A larger batch is a backlog, which is left to the claims: those are fair over endpoints. */
const TAKEN_AT_ONCE_MAX = 64;
/** With more overrides than this, listing them for each new event costs more than it saves. */
const OVERRIDES_MAX = 1_000;
/** How often a claim reads backlogs from their start, too, to find deliveries whose sender died. */
const FROM_START_EVERY_MS = 3_000;

type Options = {
  readonly slotsMax: number;
  readonly perEndpointMax: number;
  readonly paces: Paces;
  readonly outages: Outages;
  readonly claim: Ports['deliveries']['claimRetries'];
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

/** Claims as many deliveries as it has free slots for, and sends all of them at once. */
export function openLane(options: Options) {
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
  let fromStartAt = 0;

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
    const fromStart = now() >= fromStartAt;
    if (fromStart) fromStartAt = now() + FROM_START_EVERY_MS;
    const search = { withExpired: outages.areOver(), fromStart };
    const { deliveries: claimed, isCut } = await outages.watch(() => claim(room, search));
    if (isCut) wake();
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
    /** There may be something to claim. */
    wake,
    /** How much the planning of deliveries may claim for this lane. */
    room(): Room {
      if (stopping.signal.aborted || isHeldBack()) return NO_ROOM;
      const room = rooms.current(Math.min(TAKEN_AT_ONCE_MAX, attempts.free()));
      return room.overrides.size > OVERRIDES_MAX ? NO_ROOM : room;
    },
    /** Sends what was claimed for this lane. */
    take,
    /** Claims nothing more; resolves when every attempt under way has ended. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
      await attempts.ended();
    },
  };
}

/** An attempt that takes longer frees its slot, so that hanging receivers do not fill the lane. */
const SLOT_HELD_MAX_MS = 1_000;
/** How many attempts may go on after they have freed their slots. */
const SLOW_MAX = 2_048;

type AttemptOptions = {
  readonly slotsMax: number;
  /** A slow attempt has freed its slot but goes on: other endpoints have more room, its own has not. */
  readonly onSlotFree: () => void;
  /** An attempt has ended; `left` are still under way at its endpoint. */
  readonly onEnd: (endpointId: string, left: number) => void;
};

/** The attempts of one lane that are under way. */
function openAttempts({ slotsMax, onSlotFree, onEnd }: AttemptOptions) {
  const underWay = new Set<Promise<void>>();
  const perEndpoint = new Map<string, number>();
  let slow = 0;

  return {
    perEndpoint: perEndpoint as ReadonlyMap<string, number>,
    /** How many more may begin. */
    free: (): number => Math.max(0, Math.min(slotsMax - (underWay.size - slow), SLOW_MAX - slow)),
    begin(endpointId: string, work: Promise<void>): void {
      perEndpoint.set(endpointId, (perEndpoint.get(endpointId) ?? 0) + 1);
      let isSlow = false;
      const timer = setTimeout(() => {
        isSlow = true;
        slow += 1;
        onSlotFree();
      }, SLOT_HELD_MAX_MS);
      const attempt = work.then(() => {
        clearTimeout(timer);
        if (isSlow) slow -= 1;
        underWay.delete(attempt);
        const left = (perEndpoint.get(endpointId) ?? 1) - 1;
        if (left === 0) perEndpoint.delete(endpointId);
        else perEndpoint.set(endpointId, left);
        onEnd(endpointId, left);
      });
      underWay.add(attempt);
    },
    /** Resolves when all that has begun has ended. */
    async ended(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}

type RoomOptions = {
  readonly perEndpointMax: number;
  readonly paces: Paces;
  /** How many attempts are under way at each endpoint that has any. */
  readonly underWay: ReadonlyMap<string, number>;
};

/** How much a lane may claim: what its limits allow, less the attempts under way. */
function openRooms({ perEndpointMax, paces, underWay }: RoomOptions) {
  /** Endpoints of the last claim. The next one names them too: their limits may be above `fresh`. */
  let lastClaimed: ReadonlySet<string> = new Set();

  function limitOf(endpointId: string): number {
    return Math.min(perEndpointMax, paces.limitOf(endpointId));
  }

  return {
    limitOf,
    /** What is free now. */
    current(deliveriesMax: number): Room {
      const overrides = new Map<string, number>();
      for (const [endpointId, limit] of paces.restricted()) {
        overrides.set(endpointId, Math.min(perEndpointMax, limit));
      }
      for (const endpointId of lastClaimed) overrides.set(endpointId, limitOf(endpointId));
      for (const [endpointId, count] of underWay) {
        overrides.set(endpointId, Math.max(0, limitOf(endpointId) - count));
      }
      return { deliveriesMax, perEndpointMax: Math.min(perEndpointMax, paces.fresh), overrides };
    },
    /** Whether a claim may have left something behind, in all or for one endpoint. */
    isUsedUp(room: Room, claimed: readonly ClaimedDelivery[]): boolean {
      const taken = new Map<string, number>();
      for (const { endpointId } of claimed) taken.set(endpointId, (taken.get(endpointId) ?? 0) + 1);
      lastClaimed = new Set(taken.keys());
      if (claimed.length === room.deliveriesMax) return true;
      for (const endpointId of underWay.keys()) {
        if ((taken.get(endpointId) ?? 0) >= freeOf(room, endpointId)) return true;
      }
      return false;
    },
  };
}

/** How many deliveries of an endpoint may be claimed. */
function freeOf({ overrides, perEndpointMax }: Room, endpointId: string): number {
  return overrides.get(endpointId) ?? perEndpointMax;
}
