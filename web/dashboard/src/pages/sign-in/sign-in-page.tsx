import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { queryKeys } from '../../api/query-keys.ts';
import { ProofFields } from '../../session/proof-fields.tsx';
import { EmailField, SessionForm } from '../../session/session-form.tsx';
import { SessionPage } from '../../session/session-page.tsx';
import { useLogInForm } from '../../session/use-log-in-form.ts';
import { Banner } from '../../ui/banner.tsx';
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
      <SessionForm form={form} action={words.session.signIn}>
        <EmailField {...form.field('email')} />
        <ProofFields form={form} asksCode={asksCode} />
      </SessionForm>
    </SessionPage>
  );
}
