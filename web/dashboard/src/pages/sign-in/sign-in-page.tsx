import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { queryKeys } from '../../api/query-keys.ts';
import { ProofFields } from '../../session/proof-fields.tsx';
import { SessionPage } from '../../session/session-page.tsx';
import { useLogInForm } from '../../session/use-log-in-form.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { FormFields } from '../../ui/form-fields.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/use-words.tsx';

export function SignInPage() {
  const words = useWords();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { next, reset } = useSearch({ from: '/sign-in' });
  const { form, asksCode } = useLogInForm('', (account) => {
    queries.clear();
    queries.setQueryData(queryKeys.account, account);
    return navigate({ to: next ?? '/', replace: true });
  });
  return (
    <SessionPage
      title={words.session.signInTitle}
      links={
        <>
          <Link to="/sign-up">{words.session.noAccount}</Link>
          <Link to="/forgotten">{words.session.forgot}</Link>
        </>
      }
    >
      {reset && <Banner tone="paid">{words.session.resetDone}</Banner>}
      <form {...form.props}>
        <FormFields>
          <TextField
            {...form.field('email')}
            type="email"
            autoComplete="username"
            label={words.session.email}
          />
          <ProofFields form={form} asksCode={asksCode} />
          <ErrorNote error={form.error} />
          <Button type="submit" kind="primary" wide running={form.isRunning}>
            {words.session.signIn}
          </Button>
        </FormFields>
      </form>
    </SessionPage>
  );
}
