import { type AskedDecision, decidedBy } from '@entrada/approvals/decision';
import { AppError, fieldError } from '@entrada/platform/errors/app-error';
import {
  changed,
  checkScheduled,
  DEPLOYMENTS_OWN,
  inEffect,
  inForceAt,
  nextAfter,
  type OwnTerms,
  type StatedTerms,
  stated,
  type TermsVersion,
} from '../domain/terms.ts';
import type { Ports } from '../ports.ts';

type TermsView = {
  readonly current: StatedTerms;
  readonly next: StatedTerms | null;
  readonly defaultExpiresInSeconds: number;
};

/** What holds for an account, or for one without terms of its own, now, and what is scheduled next. */
export function getTerms(needs: Ports) {
  return async (accountId: string | null): Promise<TermsView> => {
    const [versions, at] = [accountId ? await needs.terms.list(accountId) : [], needs.now()];
    const next = nextAfter(versions, at);
    return {
      current: stated(inForceAt(versions, at), needs),
      next: next && stated(next, needs),
      defaultExpiresInSeconds: needs.expiresInSeconds,
    };
  };
}

/** Newest version first. */
export function listTerms(needs: Ports) {
  return async (accountId: string): Promise<StatedTerms[]> =>
    inEffect(await needs.terms.list(accountId))
      .toSorted((one, other) => other.version - one.version)
      .map((own) => stated(own, needs));
}

type Input = {
  readonly accountId: string;
  readonly change: Partial<OwnTerms>;
  /** Null: now. */
  readonly from: Date | null;
  readonly reason: string;
  readonly asked: AskedDecision;
};

/** Bounds what one account can make us read. */
const VERSIONS_MAX = 1_000;

/**
 * Adds a version; none is ever changed. The audit log has the decision before it is made, and none
 * that was refused. Every replica reads the table for each charge, so that all honour it from its time on.
 */
export function setTerms(needs: Ports) {
  const { terms, recordAudit, isAccount, approvals, now } = needs;

  const next = (
    { change, from, reason, operator }: Input & { readonly operator: string },
    versions: readonly TermsVersion[],
  ): TermsVersion => {
    const setAt = now();
    const start = from !== null && from > setAt ? from : setAt;
    if (versions.length >= VERSIONS_MAX) throw tooMany();
    const before = inForceAt(versions, start) ?? DEPLOYMENTS_OWN;
    const version = (versions[0]?.version ?? 0) + 1;
    const changes = Object.keys(change) as (keyof OwnTerms)[];
    const decided = { version, from: start, operator, reason, setAt, changes };
    const added = { ...changed(before, change, needs), ...decided };
    checkScheduled(versions, added, needs);
    return added;
  };

  return async (input: Input): Promise<StatedTerms> => {
    const { accountId, reason, change, asked } = input;
    if (Object.keys(change).length === 0) throw fieldError('terms', 'must change something');
    if (input.from && input.from < now()) throw fieldError('from', 'must not be in the past');
    if (!(await isAccount(accountId))) throw accountNotFound();
    const planned = next({ ...input, operator: asked.operator }, await terms.list(accountId));
    const approved = await approvals.check(asked);
    await recordAudit({
      actor: `operator:${asked.operator}`,
      action: 'account.terms_set',
      subject: `account:${accountId}`,
      accountId,
      detail: { ...change, from: planned.from.toISOString(), reason, ...approved },
    });
    // Decided again under the lock: another version may have come in between.
    const operator = decidedBy(asked.operator, approved);
    const decide = (versions: readonly TermsVersion[]) => next({ ...input, operator }, versions);
    const added = await terms.add(accountId, decide, approved);
    await approvals.finish(approved);
    return stated(added, needs);
  };
}

function accountNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Account not found', { reason: 'account_not_found' });
}

function tooMany(): AppError {
  return new AppError('CONFLICT', `An account has at most ${VERSIONS_MAX} versions of its terms`);
}
