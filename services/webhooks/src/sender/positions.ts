import { type ClaimedDelivery, FROM_THE_BEGINNING, type Room, type Start } from '../ports.ts';

/** How often a claim begins at the beginning, to find what came in behind our position. */
const SWEEP_EVERY_MS = 1_000;
/** A sweep that reads much is made less often: it takes at most this part of the time. */
const SWEEP_SHARE_MAX = 0.05;
/** With more endpoints than that, naming each costs a claim more than it saves. */
const UNFINISHED_MAX = 1_000;

type Options = {
  readonly now: () => number;
  /** Positions are not committed in order: a claim that begins a little earlier finds almost all. */
  readonly slack: number;
};

type Learned = {
  readonly start: Pick<Start, 'floor' | 'unfinished'>;
  readonly room: Room;
  readonly claimed: readonly ClaimedDelivery[];
  readonly tookMs: number;
};

/**
 * How far a queue has been claimed, so that the next claim does not read through what is finished.
 * What it misses (a late commit, a lease that ran out) is found by the next sweep.
 */
export function openPositions({ now, slack }: Options) {
  let floor = 0;
  let unfinished = new Map<string, number>();
  let sweepAt = 0;
  let sweepNotBefore = 0;

  function next(): Pick<Start, 'floor' | 'unfinished'> {
    return now() >= Math.max(sweepAt, sweepNotBefore)
      ? FROM_THE_BEGINNING
      : { floor, unfinished: new Map(unfinished) };
  }

  function learn({ start, room, claimed, tookMs }: Learned): void {
    const isSweep = start === FROM_THE_BEGINNING;
    const isCut = claimed.length >= room.deliveriesMax;
    const taken = byEndpoint(claimed);
    noteUnfinished(taken, { start, room, isCut });
    const last = Math.max(0, ...[...taken.values()].map((of) => of.last));
    floor = isCut ? start.floor : Math.max(floor, last - slack);
    if (isSweep && !isCut) {
      sweepAt = now() + SWEEP_EVERY_MS;
      sweepNotBefore = now() + tookMs / SWEEP_SHARE_MAX;
    }
    if (unfinished.size > UNFINISHED_MAX) forget();
  }

  function noteUnfinished(
    taken: ReturnType<typeof byEndpoint>,
    { start, room, isCut }: Pick<Learned, 'start' | 'room'> & { isCut: boolean },
  ): void {
    for (const [endpointId, { count, last }] of taken) {
      // An endpoint that gave less than there was room for has no more.
      if (count < roomOf(room, endpointId)) unfinished.delete(endpointId);
      else unfinished.set(endpointId, last);
    }
    const wereVisited = isCut ? [] : [...unfinished.keys()];
    const areEmpty = wereVisited.filter((id) => !taken.has(id) && roomOf(room, id) > 0);
    for (const endpointId of areEmpty) unfinished.delete(endpointId);
    const areFull = [...room.exceptions].filter(([id, free]) => free === 0 && !unfinished.has(id));
    for (const [endpointId] of areFull) unfinished.set(endpointId, start.floor);
  }

  function forget(): void {
    floor = 0;
    unfinished = new Map();
    sweepAt = 0;
  }

  return {
    next,
    learn,
    /** Something was made due again, wherever it is in the queue. */
    sweepSoon(): void {
      sweepAt = 0;
    },
  };
}

function roomOf({ exceptions, perEndpointMax }: Room, endpointId: string): number {
  return exceptions.get(endpointId) ?? perEndpointMax;
}

function byEndpoint(claimed: readonly ClaimedDelivery[]) {
  const found = new Map<string, { count: number; last: number }>();
  for (const { endpointId, position } of claimed) {
    const known = found.get(endpointId) ?? { count: 0, last: 0 };
    const last = Math.max(known.last, position ?? 0);
    found.set(endpointId, { count: known.count + 1, last });
  }
  return found;
}
