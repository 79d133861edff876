import type { ClaimedDelivery, Room } from '../ports.ts';
import type { Paces } from './paces.ts';

type Options = {
  readonly perEndpointMax: number;
  readonly paces: Paces;
  /** How many attempts are under way at each endpoint that has any. */
  readonly underWay: ReadonlyMap<string, number>;
};

/** How much a lane may claim: what its limits allow, less the attempts under way. */
export function openRooms({ perEndpointMax, paces, underWay }: Options) {
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
export function freeOf({ overrides, perEndpointMax }: Room, endpointId: string): number {
  return overrides.get(endpointId) ?? perEndpointMax;
}
