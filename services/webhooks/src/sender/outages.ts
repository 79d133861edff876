/** A statement that takes longer counts as an outage. */
const SLOW_MS = 2_000;

type Options = { readonly now: () => number; readonly graceMs: number };

/**
 * After a database outage leases have expired although their attempts were made: the results could
 * not be recorded. The processes that made them get time to record them before anyone sends again.
 * A process that has just started cannot know of an outage, so it waits too.
 */
export function openOutages({ now, graceMs }: Options) {
  let lastTroubleAt = now();
  return {
    /** Runs a statement and notes when it fails or takes too long. */
    async watch<T>(work: () => Promise<T>): Promise<T> {
      const startedAt = now();
      try {
        const result = await work();
        if (now() - startedAt > SLOW_MS) lastTroubleAt = now();
        return result;
      } catch (error) {
        lastTroubleAt = now();
        throw error;
      }
    },
    /** Whether an expired lease can be assumed to be that of a process that died. */
    areOver: (): boolean => now() - lastTroubleAt >= graceMs,
  };
}

export type Outages = ReturnType<typeof openOutages>;
