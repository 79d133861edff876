import { fieldError } from '@entrada/platform/errors/app-error';
import { accountNotFound } from '../domain/account.ts';
import { type Decision, decisionLine } from '../domain/decision.ts';
import type { Ports } from '../ports.ts';

const PER_SECOND_MAX = 1_000_000;

type Input = Decision & {
  readonly accountId: string;
  /** Null: the deployment's default limit. */
  readonly perSecond: number | null;
};

/** Returns the previous limit. Every change is recorded in the audit log, in the same transaction. */
export function setRateLimit({ transact, now }: Pick<Ports, 'transact' | 'now'>) {
  return (input: Input): Promise<number | null> => {
    const { accountId, perSecond } = input;
    if (perSecond !== null && !(perSecond >= 1 && perSecond <= PER_SECOND_MAX)) {
      const wanted = `must be between 1 and ${PER_SECOND_MAX}, or 0 for the default`;
      throw fieldError('rateLimitPerSecond', wanted);
    }
    return transact(accountId, async ({ accounts, audit }) => {
      const before = await accounts.setRateLimit(accountId, perSecond);
      if (before === undefined) throw accountNotFound();
      const subject = `account:${accountId}`;
      const detail = { perSecond, before };
      const what = { action: 'account.rate_limit_set', subject, accountId, detail };
      await audit.append(decisionLine(input, what, now()));
      return before;
    });
  };
}
