import { AppError } from '@entrada/platform/errors/app-error';
import type { Ports, SignedIn } from '../ports.ts';

type Needs = Pick<Ports, 'verifySession' | 'refreshSession'>;
type Options = {
  /** As auth knows it now, whatever is cached. */
  readonly fresh?: boolean;
};

/** The session of a dashboard request. An ended session gets the same error as none. */
export function authenticateSession({ verifySession, refreshSession }: Needs) {
  return async (token: string | undefined, { fresh }: Options = {}): Promise<SignedIn> => {
    const ask = fresh ? refreshSession : verifySession;
    const signedIn = token ? await ask(token) : null;
    if (signedIn) return signedIn;
    throw new AppError('UNAUTHENTICATED', 'Session required: POST /api/session', {
      reason: 'session_required',
    });
  };
}
