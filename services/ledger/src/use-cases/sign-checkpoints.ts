import type { Ports } from '../ports.ts';
import { timeIn } from './audit-books.ts';

/** The look-up costs the same for few holders and for many. */
const ENDS_FOUND_MAX = 20_000;
/** Signing blocks this process for so many checkpoints at most. */
const SIGNED_AT_ONCE_MAX = 100;
/** Transactions may commit later than their time says, by as long as a statement may take and more. */
const OVERLAP_MS = 120_000;

/** One walk over all holders, so that a chain which grows without end is signed once in it. */
type Pass = {
  /** Null: all chains, in the first pass. */
  readonly since: Date | null;
  readonly begunAt: Date;
  /** Where the walk continues; null at its beginning. */
  readonly fromHolderId: string | null;
};

/** Signs the ends of chains that have grown. True when there are more, to be signed without a pause. */
export function signCheckpoints({ jobs, checkpoints, sign, now, checkpointEveryMs }: Ports) {
  return async (): Promise<boolean> => {
    if (!sign) return false;
    await using job = await jobs.take('checkpoint');
    if (!job) return false;
    const signedAt = now();
    const { since, begunAt, fromHolderId } = passOf(job.progress ?? {}, signedAt);
    const ends = await checkpoints.unsignedEnds(since, ENDS_FOUND_MAX, fromHolderId);
    for (let start = 0; start < ends.length; start += SIGNED_AT_ONCE_MAX) {
      const part = ends.slice(start, start + SIGNED_AT_ONCE_MAX);
      await checkpoints.save(part.map((end) => sign({ ...end, signedAt })));
    }
    const isMore = ends.length === ENDS_FOUND_MAX;
    await job.finish({
      everyMs: isMore ? 0 : checkpointEveryMs,
      progress: isMore
        ? { since, begunAt, fromHolderId: ends.at(-1)?.holderId }
        : { since: new Date(begunAt.getTime() - OVERLAP_MS) },
    });
    return isMore;
  };
}

function passOf(progress: Readonly<Record<string, unknown>>, now: Date): Pass {
  const { since, begunAt, fromHolderId } = progress;
  return {
    since: timeIn(since),
    begunAt: timeIn(begunAt) ?? now,
    fromHolderId: typeof fromHolderId === 'string' ? fromHolderId : null,
  };
}
