import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { plainApi } from '../../api/api.ts';
import { CodeField } from '../../session/code-field.tsx';
import { takeFragmentToken } from '../../session/fragment-token.ts';
import { needsCode } from '../../session/log-in.ts';
import { passwordProblem, passwordRule } from '../../session/password-rule.ts';
import { SessionForm } from '../../session/session-form.tsx';
import { SessionPage } from '../../session/session-page.tsx';
import { Banner } from '../../ui/banner.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useWords } from '../../words/use-words.tsx';

/** Read once, when the page's code is loaded: the address bar must lose the token at once. */
const token = takeFragmentToken();

export function ResetPasswordPage() {
  const words = useWords();
  const { form, asksCode } = useResetForm();
  return (
    <SessionPage
      title={words.session.resetTitle}
      links={<Link to="/forgotten">{words.session.resetAgain}</Link>}
    >
      {token ? (
        <SessionForm form={form} action={words.common.save}>
          <PasswordField
            {...form.field('newPassword')}
            autoComplete="new-password"
            label={words.session.newPassword}
            hint={passwordRule(words)}
          />
          {asksCode && <CodeField {...form.field('code')} />}
        </SessionForm>
      ) : (
        <Banner tone="warning">{words.session.linkMissing}</Banner>
      )}
    </SessionPage>
  );
}

function useResetForm() {
  const words = useWords();
  const navigate = useNavigate();
  const [asksCode, setAsksCode] = useState(false);
  const form = useForm({
    initial: { newPassword: '', code: '' },
    check({ newPassword, code }) {
      const problem = passwordProblem(newPassword, words);
      return {
        ...(problem ? { newPassword: problem } : {}),
        ...(asksCode && !code ? { code: words.common.required } : {}),
      };
    },
    async submit({ newPassword, code }) {
      const body = { token: token ?? '', newPassword, ...(code ? { code: code.trim() } : {}) };
      try {
        await plainApi.request('POST /api/password-reset/confirm', { body });
        await navigate({ to: '/sign-in', search: { reset: true }, replace: true });
      } catch (error) {
        if (!needsCode(error) || asksCode) throw error;
        setAsksCode(true);
      }
    },
  });
  return { form, asksCode };
}
