import type { ClaimedDelivery, Room, Start } from '../ports.ts';

/** How often a claim begins at the beginning, to find what came in behind our position. */
const SWEEP_EVERY_MS = 1_000;
/** A sweep that reads much is made less often: it takes at most this part of the time. */
const SWEEP_SHARE_MAX = 0.05;
/** One that only waited for a busy database must not delay the next for minutes. */
const SWEEP_PAUSE_MAX_MS = 15_000;
/** With more endpoints than that, naming each costs a claim more than it saves. */
const UNFINISHED_MAX = 1_000;

type Options = {
  readonly now: () => number;
  /** Positions are not committed in order: a claim that begins a little earlier finds almost all. */
  readonly slack: number;
};

type Position = Pick<Start, 'floor' | 'unfinished'> & {
  /** Whether it reads every endpoint from its beginning. */
  readonly isSweep: boolean;
};

type Learned = {
  readonly start: Position;
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

  function next(): Position {
    const isSweep = now() >= Math.max(sweepAt, sweepNotBefore);
    if (!isSweep) return { floor, unfinished: new Map(unfinished), isSweep };
    // Named all the same, so that those with a backlog come last.
    return { floor: 0, unfinished: new Map([...unfinished.keys()].map((id) => [id, 0])), isSweep };
  }

  function learn({ start, room, claimed, tookMs }: Learned): void {
    const taken = byEndpoint(claimed);
    const areOthersCut = countOfOthers(claimed, start) >= room.deliveriesMax;
    noteUnfinished(taken, { start, room, isCut: claimed.length >= room.deliveriesMax });
    const last = Math.max(0, ...[...taken.values()].map((of) => of.last));
    floor = areOthersCut ? start.floor : Math.max(floor, last - slack);
    if (start.isSweep && !areOthersCut) {
      sweepAt = now() + SWEEP_EVERY_MS;
      sweepNotBefore = now() + Math.min(tookMs / SWEEP_SHARE_MAX, SWEEP_PAUSE_MAX_MS);
    }
    if (unfinished.size > UNFINISHED_MAX) forget();
  }

  function noteUnfinished(
    taken: ReturnType<typeof byEndpoint>,
    { start, room, isCut }: Pick<Learned, 'start' | 'room'> & { isCut: boolean },
  ): void {
    for (const [endpointId, { count, last }] of taken) {
      // An endpoint that gave less than there was room for has no more, unless the claim ended there.
      const mayBeCut = isCut && start.unfinished.has(endpointId);
      if (count >= roomOf(room, endpointId) || mayBeCut) unfinished.set(endpointId, last);
      else unfinished.delete(endpointId);
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

/** Endpoints that are not named as unfinished are visited before those that are. */
function countOfOthers(claimed: readonly ClaimedDelivery[], { unfinished }: Position): number {
  return claimed.filter(({ endpointId }) => !unfinished.has(endpointId)).length;
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
