/** An attempt that takes longer gives its slot to another: hanging receivers fill no lane. */
const SLOT_HELD_MAX_MS = 1_000;
/** Slow attempts that may go on beside those in slots. */
const SLOW_MAX = 2_048;

/** The attempts of one lane that are under way. */
export function openAttempts(
  slotsMax: number,
  onRoom: (endpointId: string, underWay: number) => void,
) {
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
        // Its endpoint has no more room than before, but others have.
        onRoom(endpointId, 0);
      }, SLOT_HELD_MAX_MS);
      const attempt = work.then(() => {
        clearTimeout(timer);
        if (isSlow) slow -= 1;
        underWay.delete(attempt);
        const left = (perEndpoint.get(endpointId) ?? 1) - 1;
        if (left === 0) perEndpoint.delete(endpointId);
        else perEndpoint.set(endpointId, left);
        onRoom(endpointId, left);
      });
      underWay.add(attempt);
    },
    /** Resolves when all that has begun has ended. */
    async ended(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}
