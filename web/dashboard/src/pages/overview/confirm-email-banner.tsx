import { useState } from 'react';
import { useAccount } from '../../api/use-account.ts';
import { useResendConfirmation } from '../../api/use-resend-confirmation.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { errorText } from '../../words/error-text.ts';
import { useWords } from '../../words/use-words.tsx';

/** Until the link in the mail was opened: to a mistyped address go neither notices nor password resets. */
export function ConfirmEmailBanner() {
  const { data: account } = useAccount();
  const words = useWords();
  const resend = useResendConfirmation();
  const [error, setError] = useState<unknown>(null);
  if (!account?.receivesMail || account.emailConfirmedAt) return null;
  return (
    <Banner
      action={
        <Button onClick={() => resend().then(() => setError(null), setError)}>
          {words.overview.sendAgain}
        </Button>
      }
    >
      {error ? errorText(error, words) : words.overview.confirmEmail(account.email)}
    </Banner>
  );
}
