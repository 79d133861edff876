import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { plainApi } from '../../api/api.ts';
import { checkEmail } from '../../session/check-email.ts';
import { SessionPage } from '../../session/session-page.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { FormFields } from '../../ui/form-fields.tsx';
import { TextField } from '../../ui/text-field.tsx';
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
        <form {...form.props}>
          <FormFields>
            <TextField
              {...form.field('email')}
              type="email"
              autoComplete="username"
              label={words.session.email}
            />
            <ErrorNote error={form.error} />
            <Button type="submit" kind="primary" wide running={form.isRunning}>
              {words.session.sendLink}
            </Button>
          </FormFields>
        </form>
      )}
    </SessionPage>
  );
}
