import type { ClaimedDelivery, ClaimStart, Room } from '../ports.ts';
import { freeOf } from './rooms.ts';

/** How often a claim reads each queue from its start, to find what was added below the floor. */
const FULL_SCAN_EVERY_MS = 1_000;
/** Full scans take at most this share of the time: the longer one takes, the later the next. */
const FULL_SCAN_SHARE_MAX = 0.05;
/** A full scan that only waited for a busy database must not delay the next for minutes. */
const FULL_SCAN_PAUSE_MAX_MS = 15_000;
/** With more endpoints than this, listing them in a claim costs more than it saves. */
const UNFINISHED_MAX = 1_000;

type Options = {
  readonly now: () => number;
  /** How far below the last queue key a claim starts, because keys do not commit in order. */
  readonly slack: number;
};

type NextStart = Pick<ClaimStart, 'queueFloor' | 'unfinished'> & {
  /** Whether the claim reads the whole queue of every endpoint. */
  readonly isFullScan: boolean;
};

type Learned = {
  readonly start: NextStart;
  readonly room: Room;
  readonly claimed: readonly ClaimedDelivery[];
  /** Whether endpoints were left out; then the floor must not rise past what they have. */
  readonly isWalkCut: boolean;
  readonly tookMs: number;
};

/**
 * Remembers how far a queue has been claimed, so that the next claim does not read what is finished.
 * What a claim misses that way (a late commit, an expired lease) is found by the next full scan.
 */
export function openQueueFloor({ now, slack }: Options) {
  let queueFloor = 0;
  let unfinished = new Map<string, number>();
  let fullScanAt = 0;
  let fullScanNotBefore = 0;

  function next(): NextStart {
    const isFullScan = now() >= Math.max(fullScanAt, fullScanNotBefore);
    if (!isFullScan) return { queueFloor, unfinished: new Map(unfinished), isFullScan };
    // Still listed, because a claim takes unfinished endpoints last.
    return {
      queueFloor: 0,
      unfinished: new Map([...unfinished.keys()].map((id) => [id, 0])),
      isFullScan,
    };
  }

  function learn({ start, room, claimed, isWalkCut, tookMs }: Learned): void {
    const taken = byEndpoint(claimed);
    const areOthersCut = countOfOthers(claimed, start) >= room.deliveriesMax;
    noteUnfinished(taken, { start, room, isCut: claimed.length >= room.deliveriesMax });
    const last = Math.max(0, ...[...taken.values()].map((of) => of.last));
    if (areOthersCut) queueFloor = start.queueFloor;
    else if (!isWalkCut) queueFloor = Math.max(queueFloor, last - slack);
    if (start.isFullScan && !areOthersCut) {
      fullScanAt = now() + FULL_SCAN_EVERY_MS;
      fullScanNotBefore = now() + Math.min(tookMs / FULL_SCAN_SHARE_MAX, FULL_SCAN_PAUSE_MAX_MS);
    }
    if (unfinished.size > UNFINISHED_MAX) forget();
  }

  function noteUnfinished(
    taken: ReturnType<typeof byEndpoint>,
    { start, room, isCut }: Pick<Learned, 'start' | 'room'> & { isCut: boolean },
  ): void {
    for (const [endpointId, { count, last }] of taken) {
      // An endpoint with fewer deliveries than were free has no more, unless the claim ended there.
      const mayBeCut = isCut && start.unfinished.has(endpointId);
      if (count >= freeOf(room, endpointId) || mayBeCut) unfinished.set(endpointId, last);
      else unfinished.delete(endpointId);
    }
    const wereVisited = isCut ? [] : [...unfinished.keys()];
    const areEmpty = wereVisited.filter((id) => !taken.has(id) && freeOf(room, id) > 0);
    for (const endpointId of areEmpty) unfinished.delete(endpointId);
    const areFull = [...room.overrides].filter(([id, free]) => free === 0 && !unfinished.has(id));
    for (const [endpointId] of areFull) unfinished.set(endpointId, start.queueFloor);
  }

  function forget(): void {
    queueFloor = 0;
    unfinished = new Map();
    fullScanAt = 0;
  }

  return {
    next,
    learn,
    /** A delivery anywhere in the queue was made due again: the full scan is due, within its share. */
    requestFullScan(): void {
      fullScanAt = 0;
    },
  };
}

/** Deliveries of endpoints that are not unfinished; a claim takes these first. */
function countOfOthers(claimed: readonly ClaimedDelivery[], { unfinished }: NextStart): number {
  return claimed.filter(({ endpointId }) => !unfinished.has(endpointId)).length;
}

function byEndpoint(claimed: readonly ClaimedDelivery[]) {
  const found = new Map<string, { count: number; last: number }>();
  for (const { endpointId, queueKey } of claimed) {
    const known = found.get(endpointId) ?? { count: 0, last: 0 };
    const last = Math.max(known.last, queueKey ?? 0);
    found.set(endpointId, { count: known.count + 1, last });
  }
  return found;
}
