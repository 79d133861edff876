import { AppError } from '@entrada/platform/errors/app-error';
import type { Ports, SignedIn } from '../ports.ts';

/** Who is signed in to the dashboard. A session that has ended is told like none at all. */
export function authenticateSession({ verifySession }: Pick<Ports, 'verifySession'>) {
  return async (token: string | undefined): Promise<SignedIn> => {
    const signedIn = token ? await verifySession(token) : null;
    if (signedIn) return signedIn;
    throw new AppError('UNAUTHENTICATED', 'Log in to the dashboard first', {
      reason: 'session_required',
    });
  };
}
