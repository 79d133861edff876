/** A job leased by this replica; if it is disposed unfinished, it is due again soon for any replica. */
type Job<Progress> = AsyncDisposable & {
  /** Null before the first run has stored any. */
  readonly progress: Progress | null;
  /** Fails when another replica has taken the job. Without new progress the stored one stays. */
  finish(next: { readonly everyMs: number; readonly progress?: Progress }): Promise<void>;
};

/** Work that one replica at a time does for all. */
export type Jobs<Name extends string, Progress> = {
  /** Null while the job is not due or another replica has leased it. */
  take(name: Name, options?: { readonly retryAfterMs?: number }): Promise<Job<Progress> | null>;
};

type Needs = {
  readonly jobs: Jobs<'prune', unknown>;
  readonly prune: () => Promise<void>;
};

/** Removes what nobody needs any more. False: nothing is left to do at once. */
export function pruneOldRows({ jobs, prune }: Needs, everyMs: number) {
  return async (): Promise<boolean> => {
    await using job = await jobs.take('prune');
    if (!job) return false;
    await prune();
    await job.finish({ everyMs });
    return false;
  };
}
