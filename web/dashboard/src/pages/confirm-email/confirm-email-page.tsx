import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { plainApi } from '../../api/api.ts';
import { takeFragmentToken } from '../../session/fragment-token.ts';
import { SessionPage } from '../../session/session-page.tsx';
import { Banner } from '../../ui/banner.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useWords } from '../../words/use-words.tsx';

/** Read once, when the page's code is loaded: the address bar must lose the token at once. */
const token = takeFragmentToken();

export function ConfirmEmailPage() {
  const words = useWords();
  const query = useConfirmation();
  return (
    <SessionPage
      title={words.session.confirmEmailTitle}
      links={<Link to="/">{words.session.continue}</Link>}
    >
      {!token && <Banner tone="warning">{words.session.linkMissing}</Banner>}
      {token && !query.isError && (
        <Loaded query={query} skeleton={words.session.confirmEmailRunning}>
          {(email) => <Banner tone="paid">{words.session.confirmEmailDone(email)}</Banner>}
        </Loaded>
      )}
      <ErrorNote error={query.error} />
    </SessionPage>
  );
}

/** A token works once, so it is sent once. */
function useConfirmation() {
  return useQuery({
    queryKey: ['confirm-email'],
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async () => {
      const body = { token: token ?? '' };
      return (await plainApi.request('POST /api/account/confirm-email', { body })).account.email;
    },
  });
}
