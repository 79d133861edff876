import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'jobs' | 'chain' | 'sign' | 'now' | 'checkpointEveryMs'>;

/** Looking for them costs the same for few and for many. */
const ENDS_FOUND_MAX = 5_000;
/** Nothing else happens in this process while so many are signed. */
const SIGNED_AT_ONCE_MAX = 100;
/** Transactions may commit later than their time says, by as long as a statement may take and more. */
const OVERLAP_MS = 120_000;

/** Signs where chains end that grew. True when there is more to sign at once. */
export function signCheckpoints({ jobs, chain, sign, now, checkpointEveryMs }: Needs) {
  return async (): Promise<boolean> => {
    if (!sign) return false;
    const job = await jobs.take('checkpoint');
    if (!job) return false;
    const signedAt = now();
    const since =
      typeof job.progress.since === 'string' ? new Date(job.progress.since) : new Date(0);
    const ends = await chain.unsignedEnds(since, ENDS_FOUND_MAX);
    for (let start = 0; start < ends.length; start += SIGNED_AT_ONCE_MAX) {
      const part = ends.slice(start, start + SIGNED_AT_ONCE_MAX);
      await chain.save(part.map((end) => sign({ ...end, signedAt })));
    }
    const isMore = ends.length === ENDS_FOUND_MAX;
    const reached = isMore ? since : new Date(signedAt.getTime() - OVERLAP_MS);
    await jobs.finish('checkpoint', {
      everyMs: isMore ? 0 : checkpointEveryMs,
      progress: { since: reached.toISOString() },
    });
    return isMore;
  };
}
