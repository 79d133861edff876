import { inForceAt, nextAfter, type StatedTerms, stated } from '../domain/terms.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'terms' | 'now' | 'feePlan' | 'limits' | 'expiresInSeconds'>;
type Found = {
  readonly current: StatedTerms;
  readonly next: StatedTerms | null;
  readonly defaultExpiresInSeconds: number;
};

/** What holds for an account, or for one without terms of its own, now, and what is scheduled next. */
export function getTerms(needs: Needs) {
  return async (accountId: string | null): Promise<Found> => {
    const [versions, at] = [accountId ? await needs.terms.list(accountId) : [], needs.now()];
    const next = nextAfter(versions, at);
    return {
      current: stated(inForceAt(versions, at), needs),
      next: next && stated(next, needs),
      defaultExpiresInSeconds: needs.expiresInSeconds,
    };
  };
}
