import type { Logger } from '@entrada/platform/telemetry/log';
import { pause } from '@entrada/platform/time/backoff';
import { openWake } from '@entrada/platform/time/wake';
import { type ClaimedDelivery, NO_ROOM, type Room, type Start } from '../ports.ts';
import { openAttempts } from './attempts.ts';
import type { Outages } from './outages.ts';
import type { Paces } from './paces.ts';
import { openPositions } from './positions.ts';
import { openRooms } from './rooms.ts';

/** A claim that failed is not repeated sooner, however often the lane is woken. */
const PAUSE_AFTER_FAILURE_MS = 250;
/** The part of an endpoint's room that must be free again to be worth a claim. */
const WORTH_A_CLAIM = 0.25;
/** More than that at once is a backlog, which is better claimed in the order that is fair. */
const TAKEN_AT_ONCE_MAX = 64;
/** With so many endpoints to be spared, listing them for each new event costs more than it saves. */
const EXCEPTIONS_MAX = 1_000;

type Options = {
  readonly slotsMax: number;
  readonly perEndpointMax: number;
  readonly paces: Paces;
  readonly outages: Outages;
  readonly claim: (room: Room, start: Start) => Promise<readonly ClaimedDelivery[]>;
  /** How far behind the last position others may still commit. */
  readonly slack: number;
  /** True for a delivery whose last attempt this process has not recorded yet. */
  readonly isUnderWay: (deliveryId: number) => boolean;
  readonly now: () => number;
  /** Makes the attempt and sees to its result; never rejects. */
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
  /** Something was made due again, wherever it is in the queue. */
  wakeForAll(): void;
  /** What may be claimed for it by somebody else. */
  room(): Room;
  /** Works on what was claimed for it. */
  take(claimed: readonly ClaimedDelivery[]): void;
  /** Claims nothing more; resolves when every attempt under way has ended. */
  stop(): Promise<void>;
};

/** Claims as many deliveries as it has free slots for, and works on all of them at once. */
export function openLane(options: Options): Lane {
  const { slotsMax, perEndpointMax, paces, outages, claim, deliver, idleMs, isHeldBack } = options;
  const { isUnderWay, now, log } = options;
  const stopping = new AbortController();
  const { wake, wait } = openWake();
  /** Whether the last claim may have left something behind for want of room. */
  let isShortOfRoom = false;
  const attempts = openAttempts(slotsMax, (endpointId, underWay) => {
    if (isShortOfRoom && underWay <= rooms.limitOf(endpointId) * (1 - WORTH_A_CLAIM)) wake();
  });
  const rooms = openRooms({ perEndpointMax, paces, underWay: attempts.perEndpoint });
  const positions = openPositions(options);

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
    const deliveriesMax = isHeldBack() ? 0 : attempts.free();
    isShortOfRoom = true;
    if (deliveriesMax === 0) return;
    const room = rooms.roomFor(deliveriesMax);
    const start = positions.next();
    const startedAt = now();
    const withExpired = outages.areOver();
    const claimed = await outages.watch(() => claim(room, { ...start, withExpired }));
    positions.learn({ start, room, claimed, tookMs: now() - startedAt });
    take(claimed.filter(isToBeSent));
    isShortOfRoom = rooms.isUsedUp(room, claimed);
  }

  /**
   * Not what this process is still working on, nor what may have been sent by another that could not
   * record it: such a claim waited for the database. Either comes again if nobody records a result.
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
      positions.sweepSoon();
      wake();
    },
    room() {
      if (stopping.signal.aborted || isHeldBack()) return NO_ROOM;
      const room = rooms.roomFor(Math.min(TAKEN_AT_ONCE_MAX, attempts.free()));
      return room.exceptions.size > EXCEPTIONS_MAX ? NO_ROOM : room;
    },
    take,
    async stop() {
      stopping.abort();
      await running;
      await attempts.ended();
    },
  };
}
