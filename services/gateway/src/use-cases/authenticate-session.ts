import { AppError } from '@entrada/platform/errors/app-error';
import type { Ports, SignedIn } from '../ports.ts';

/** The session of a dashboard request. An ended session gets the same error as none. */
export function authenticateSession({ verifySession }: Pick<Ports, 'verifySession'>) {
  return async (token: string | undefined): Promise<SignedIn> => {
    const signedIn = token ? await verifySession(token) : null;
    if (signedIn) return signedIn;
    throw new AppError('UNAUTHENTICATED', 'Session required: POST /api/session', {
      reason: 'session_required',
    });
  };
}
