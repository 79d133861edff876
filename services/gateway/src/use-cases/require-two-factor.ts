import { AppError } from '@entrada/platform/errors/app-error';
import type { Ports, SignedIn } from '../ports.ts';

type Needs = Pick<Ports, 'refreshSession' | 'sessionRules'>;

/** Where the deployment requires two-factor authentication, the account must have set it up. */
export function requireTwoFactor({ refreshSession, sessionRules }: Needs) {
  return async (token: string, { account }: SignedIn): Promise<void> => {
    if (!sessionRules.twoFactorRequired || account.twoFactor) return;
    // What is cached may be older than the set-up.
    const fresh = await refreshSession(token);
    if (fresh?.account.twoFactor) return;
    const message = 'Two-factor authentication must be set up first: POST /api/two-factor';
    throw new AppError('PERMISSION_DENIED', message, { reason: 'two_factor_setup_required' });
  };
}
