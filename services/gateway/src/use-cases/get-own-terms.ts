import { isUnavailable } from '@entrada/platform/errors/unavailable';
import type { Terms } from '../domain/account.ts';
import type { Ports } from '../ports.ts';

type OwnTerms = Terms & { readonly next: Terms | null };

/** Null while charges cannot be asked: who is logged in can be said without it. */
export function getOwnTerms({ getTerms }: Pick<Ports, 'getTerms'>) {
  return async (accountId: string): Promise<OwnTerms | null> => {
    try {
      const { current, next } = await getTerms(accountId);
      return { ...current, next };
    } catch (error) {
      if (isUnavailable(error)) return null;
      throw error;
    }
  };
}
