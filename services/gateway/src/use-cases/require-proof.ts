import { AppError } from '@entrada/platform/errors/app-error';
import type { Ports, SignedIn } from '../ports.ts';

type Needs = Pick<Ports, 'refreshSession' | 'sessionRules' | 'now'>;

/** The password of the session must have been entered recently, here or at another gateway. */
export function requireProof({ refreshSession, sessionRules, now }: Needs) {
  const isProven = ({ account }: SignedIn) =>
    Date.parse(account.proofAt) > now() - sessionRules.proofMaxAgeMs;
  return async (token: string, session: SignedIn): Promise<void> => {
    if (isProven(session)) return;
    // What is cached may be older than the proof.
    const fresh = await refreshSession(token);
    if (fresh && isProven(fresh)) return;
    throw new AppError('PERMISSION_DENIED', 'Password required again: POST /api/session/proof', {
      reason: 'proof_required',
    });
  };
}
