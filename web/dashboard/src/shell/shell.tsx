import type { Account } from '@entrada/client/gen/api';
import { Outlet } from '@tanstack/react-router';
import { needOf } from '../api/session-gate.ts';
import { useAccount } from '../api/use-account.ts';
import { useLive } from '../api/use-live.ts';
import { Shortcuts } from '../keyboard/shortcuts.tsx';
import { useAccountLanguage } from '../preferences/use-account-language.ts';
import { useSignedOutElsewhere } from '../session/signed-out.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading, SkeletonRows } from '../ui/skeleton.tsx';
import { useWords } from '../words/use-words.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import styles from './shell.module.css';
import { SideNavigation } from './side-navigation.tsx';
import { TestStripe } from './test-stripe.tsx';
import { ToSignIn } from './to-sign-in.tsx';

/** Around the pages of an account; without a session it leads to the sign-in page. */
export function Shell() {
  const account = useAccount();
  if (account.data) return <SignedIn account={account.data} />;
  if (needOf(account.error) === 'log-in') return <ToSignIn />;
  if (account.isError) {
    return <ErrorState error={account.error} onRetry={() => account.refetch()} />;
  }
  return (
    <Loading>
      <SkeletonRows rows={8} />
    </Loading>
  );
}

function SignedIn({ account }: { readonly account: Account }) {
  const words = useWords();
  useLive();
  useSignedOutElsewhere();
  useAccountLanguage(account);
  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#content">
        {words.shell.skip}
      </a>
      <TestStripe />
      <div className={styles.columns}>
        <SideNavigation account={account} />
        <main id="content" tabIndex={-1} className={styles.content}>
          <ConnectionBanner />
          <Outlet />
        </main>
      </div>
      <BottomBar />
      <Shortcuts />
    </div>
  );
}
