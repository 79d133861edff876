import { pause } from '@entrada/platform/events/backoff';
import { openWake } from '@entrada/platform/events/wake';
import type { Logger } from '@entrada/platform/telemetry/log';
import type { ClaimedDelivery, Room } from '../../ports.ts';
import type { Paces } from './paces.ts';
import { openTries } from './tries.ts';

/** A claim that failed is not repeated sooner, however often the lane is woken. */
const PAUSE_AFTER_FAILURE_MS = 250;

type Options = {
  readonly slotsMax: number;
  readonly perEndpointMax: number;
  readonly paces: Paces;
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
  const { slotsMax, perEndpointMax, paces, claim, deliver, idleMs, isHeldBack, log } = options;
  const stopping = new AbortController();
  const { wake, wait } = openWake();
  /** Whether the last claim may have left something behind for want of room. */
  let isShortOfRoom = false;
  const tries = openTries(slotsMax, () => {
    if (isShortOfRoom) wake();
  });

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
    const deliveriesMax = isHeldBack() ? 0 : tries.free();
    isShortOfRoom = true;
    if (deliveriesMax === 0) return;
    const room = roomFor(deliveriesMax);
    const claimed = await claim(room);
    for (const delivery of claimed) tries.begin(delivery.endpointId, deliver(delivery));
    isShortOfRoom = claimed.length === deliveriesMax || isAnyEndpointFull(room, claimed);
  }

  function roomFor(deliveriesMax: number): Room {
    const exceptions = new Map<string, number>();
    for (const [endpointId, room] of paces.restricted()) {
      exceptions.set(endpointId, Math.min(perEndpointMax, room));
    }
    for (const [endpointId, underWay] of tries.perEndpoint) {
      exceptions.set(endpointId, Math.max(0, limitOf(endpointId) - underWay));
    }
    return { deliveriesMax, perEndpointMax: Math.min(perEndpointMax, paces.fresh), exceptions };
  }

  /** Whether one took all the room it was given, or had none left to begin with. */
  function isAnyEndpointFull(room: Room, claimed: readonly ClaimedDelivery[]): boolean {
    const taken = new Map<string, number>();
    for (const { endpointId } of claimed) taken.set(endpointId, (taken.get(endpointId) ?? 0) + 1);
    for (const endpointId of tries.perEndpoint.keys()) {
      const given = room.exceptions.get(endpointId) ?? room.perEndpointMax;
      if ((taken.get(endpointId) ?? 0) >= given) return true;
    }
    return false;
  }

  function limitOf(endpointId: string): number {
    return Math.min(perEndpointMax, paces.roomOf(endpointId));
  }

  const running = run();
  return {
    wake,
    async stop() {
      stopping.abort();
      await running;
      await tries.ended();
    },
  };
}
