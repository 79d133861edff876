import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { plainApi } from '../../api/api.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { checkNewEmail } from '../../session/check-email.ts';
import { passwordProblem, passwordRule } from '../../session/password-rule.ts';
import { EmailField, SessionForm } from '../../session/session-form.tsx';
import { SessionPage } from '../../session/session-page.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useLanguage, useWords } from '../../words/use-words.tsx';

export function SignUpPage() {
  const words = useWords();
  const form = useSignUpForm();
  return (
    <SessionPage
      title={words.session.signUpTitle}
      links={<Link to="/sign-in">{words.session.haveAccount}</Link>}
    >
      <SessionForm form={form} action={words.session.signUp}>
        <TextField
          {...form.field('name')}
          autoComplete="organization"
          label={words.session.name}
          hint={words.session.nameHint}
        />
        <EmailField {...form.field('email')} />
        <PasswordField
          {...form.field('password')}
          autoComplete="new-password"
          label={words.session.password}
          hint={passwordRule(words)}
        />
      </SessionForm>
    </SessionPage>
  );
}

function useSignUpForm() {
  const words = useWords();
  const language = useLanguage();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useForm({
    initial: { name: '', email: '', password: '' },
    check({ name, email, password }) {
      const problem = passwordProblem(password, words);
      return {
        ...(name.trim() ? {} : { name: words.common.required }),
        ...checkNewEmail(email, words),
        ...(problem ? { password: problem } : {}),
      };
    },
    async submit({ name, email, password }) {
      const body = { name: name.trim(), email: email.trim(), password, language };
      const { account } = await plainApi.request('POST /api/account', { body });
      queries.clear();
      queries.setQueryData(queryKeys.account, account);
      await navigate({ to: '/', replace: true });
    },
  });
}
