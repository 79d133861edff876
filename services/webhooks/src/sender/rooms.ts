import type { ClaimedDelivery, Room } from '../ports.ts';
import type { Paces } from './paces.ts';

type Options = {
  readonly perEndpointMax: number;
  readonly paces: Paces;
  /** How many attempts are under way at each endpoint that has any. */
  readonly underWay: ReadonlyMap<string, number>;
};

/** How much a lane may claim. */
export function openRooms({ perEndpointMax, paces, underWay }: Options) {
  /** Endpoints of the last claim: those to tell the next one of, whatever has ended meanwhile. */
  let lastClaimed: ReadonlySet<string> = new Set();

  function limitOf(endpointId: string): number {
    return Math.min(perEndpointMax, paces.roomOf(endpointId));
  }

  return {
    limitOf,
    roomFor(deliveriesMax: number): Room {
      const exceptions = new Map<string, number>();
      for (const [endpointId, room] of paces.restricted()) {
        exceptions.set(endpointId, Math.min(perEndpointMax, room));
      }
      for (const endpointId of lastClaimed) exceptions.set(endpointId, limitOf(endpointId));
      for (const [endpointId, count] of underWay) {
        exceptions.set(endpointId, Math.max(0, limitOf(endpointId) - count));
      }
      return { deliveriesMax, perEndpointMax: Math.min(perEndpointMax, paces.fresh), exceptions };
    },
    /** Whether a claim may have left something behind, in all or for one endpoint. */
    isUsedUp(room: Room, claimed: readonly ClaimedDelivery[]): boolean {
      const taken = new Map<string, number>();
      for (const { endpointId } of claimed) taken.set(endpointId, (taken.get(endpointId) ?? 0) + 1);
      lastClaimed = new Set(taken.keys());
      if (claimed.length === room.deliveriesMax) return true;
      for (const endpointId of underWay.keys()) {
        const given = room.exceptions.get(endpointId) ?? room.perEndpointMax;
        if ((taken.get(endpointId) ?? 0) >= given) return true;
      }
      return false;
    },
  };
}
