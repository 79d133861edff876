import { notify } from '../ui/toasts.tsx';
import { useWords } from '../words/use-words.tsx';
import { api } from './api.ts';

/** Sends the mail with the link that confirms the address again, and says so. */
export function useResendConfirmation(): () => Promise<void> {
  const { resent } = useWords().account;
  return async () => {
    await api.request('POST /api/account/confirm-email/resend', { body: {} });
    notify(resent);
  };
}
