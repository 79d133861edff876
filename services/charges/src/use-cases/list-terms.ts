import { type StatedTerms, stated } from '../domain/terms.ts';
import type { Ports } from '../ports.ts';

/** Newest version first. */
export function listTerms(needs: Pick<Ports, 'terms' | 'feePlan' | 'limits'>) {
  return async (accountId: string): Promise<StatedTerms[]> =>
    (await needs.terms.list(accountId)).map((own) => stated(own, needs));
}
