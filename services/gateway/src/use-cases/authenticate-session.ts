import { AppError } from '@entrada/platform/errors/app-error';
import { requireQuota } from '../domain/quota.ts';
import type { Ports, SignedIn } from '../ports.ts';

type Needs = Pick<
  Ports,
  'verifySession' | 'refreshSession' | 'wasValidSession' | 'failedKeyBlock' | 'countFailedKey'
>;
type Options = {
  /** As auth knows it now, whatever is cached. */
  readonly fresh?: boolean;
};

/**
 * The session of a dashboard request. An ended session gets the same error as none. Made-up sessions
 * count as wrong keys do; one that was valid recently is no guess.
 */
export function authenticateSession(needs: Needs) {
  const { verifySession, refreshSession, wasValidSession, failedKeyBlock, countFailedKey } = needs;

  async function verify(token: string, ip: string, { fresh }: Options): Promise<SignedIn | null> {
    const isKnown = wasValidSession(token);
    const block = isKnown ? null : failedKeyBlock(ip);
    if (block) requireQuota(block);
    const signedIn = await (fresh ? refreshSession : verifySession)(token);
    if (!signedIn && !isKnown) await countFailedKey(ip);
    return signedIn;
  }

  return async (
    token: string | undefined,
    ip: string,
    options: Options = {},
  ): Promise<SignedIn> => {
    const signedIn = token ? await verify(token, ip, options) : null;
    if (signedIn) return signedIn;
    throw sessionRequired();
  };
}

export function sessionRequired(): AppError {
  return new AppError('UNAUTHENTICATED', 'Session required: POST /api/session', {
    reason: 'session_required',
  });
}
