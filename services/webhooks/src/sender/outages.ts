/** A statement that took longer was waiting for a database in trouble. */
const SLOW_MS = 2_000;

type Options = { readonly now: () => number; readonly graceMs: number };

/**
 * After an outage of the database, leases have run out although their attempts were made: the results
 * could not be recorded. The processes that hold them get time to do so before anyone sends again.
 * A process that has just started does not know of an outage, so it waits too.
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
    /** Whether a lease that has run out may be taken for that of a process that died. */
    areOver: (): boolean => now() - lastTroubleAt >= graceMs,
  };
}

export type Outages = ReturnType<typeof openOutages>;
