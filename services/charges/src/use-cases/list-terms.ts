import { inEffect, type StatedTerms, stated } from '../domain/terms.ts';
import type { Ports } from '../ports.ts';

/** Newest version first. */
export function listTerms(needs: Pick<Ports, 'terms' | 'feePlan' | 'limits'>) {
  return async (accountId: string): Promise<StatedTerms[]> =>
    inEffect(await needs.terms.list(accountId))
      .toSorted((one, other) => other.version - one.version)
      .map((own) => stated(own, needs));
}
