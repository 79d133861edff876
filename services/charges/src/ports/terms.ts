import type { Approved } from '@entrada/platform/approvals/decision';
import type { TermsVersion } from '../domain/terms.ts';

/** Versions of fee plan and limits that single accounts have. */
export type AccountTerms = {
  /** The version that holds at a time; null for the deployment's own. */
  inForce(accountId: string, at: Date): Promise<TermsVersion | null>;
  /** Newest version first. */
  list(accountId: string): Promise<readonly TermsVersion[]>;
  /** Stores what is decided from the versions there are, and uses its approval up; no other version comes in between. */
  add(
    accountId: string,
    decide: (versions: readonly TermsVersion[]) => TermsVersion,
    approved: Approved | null,
  ): Promise<TermsVersion>;
};
