import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { plainApi } from '../../api/api.ts';
import { checkEmail } from '../../session/check-email.ts';
import { EmailField, SessionForm } from '../../session/session-form.tsx';
import { SessionPage } from '../../session/session-page.tsx';
import { Banner } from '../../ui/banner.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useWords } from '../../words/use-words.tsx';

export function ForgottenPasswordPage() {
  const words = useWords();
  const [isSent, setSent] = useState(false);
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => checkEmail(email, words),
    async submit({ email }) {
      await plainApi.request('POST /api/password-reset', { body: { email: email.trim() } });
      setSent(true);
    },
  });
  return (
    <SessionPage
      title={words.session.forgotTitle}
      hint={words.session.forgotHint}
      links={<Link to="/sign-in">{words.session.signIn}</Link>}
    >
      {isSent ? (
        <Banner tone="paid">{words.session.forgotDone}</Banner>
      ) : (
        <SessionForm form={form} action={words.session.sendLink}>
          <EmailField {...form.field('email')} />
        </SessionForm>
      )}
    </SessionPage>
  );
}
