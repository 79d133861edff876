import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { plainApi } from '../api/api.ts';
import { needOf } from '../api/session-gate.ts';
import { tellSignedOut } from '../session/signed-out.ts';

/** Ends the session, and forgets everything that was loaded with it. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      await plainApi.request('DELETE /api/session');
    } catch (error) {
      // A session that has ended already is what was asked for.
      if (needOf(error) !== 'log-in') throw error;
    }
    tellSignedOut();
    await navigate({ to: '/sign-in' });
    queries.clear();
  };
}
