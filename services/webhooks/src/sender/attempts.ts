/** An attempt that takes longer frees its slot, so that hanging receivers do not fill the lane. */
const SLOT_HELD_MAX_MS = 1_000;
/** How many attempts may go on after they have freed their slots. */
const SLOW_MAX = 2_048;

type Options = {
  readonly slotsMax: number;
  /** A slow attempt has freed its slot but goes on: other endpoints have more room, its own has not. */
  readonly onSlotFree: () => void;
  /** An attempt has ended; `left` are still under way at its endpoint. */
  readonly onEnd: (endpointId: string, left: number) => void;
};

/** The attempts of one lane that are under way. */
export function openAttempts({ slotsMax, onSlotFree, onEnd }: Options) {
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
