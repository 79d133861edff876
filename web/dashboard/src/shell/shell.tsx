import type { Account } from '@entrada/client/gen/api';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { needOf } from '../api/session-gate.ts';
import { useAccount } from '../api/use-account.ts';
import { useDeployment } from '../api/use-deployment.ts';
import { useLive, useLiveState } from '../api/use-live.ts';
import { Shortcuts } from '../keyboard/shortcuts.tsx';
import { useAccountLanguage } from '../preferences/use-account-language.ts';
import { useSignedOutElsewhere } from '../session/signed-out.ts';
import { Banner } from '../ui/banner.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading, SkeletonRows } from '../ui/skeleton.tsx';
import { useFormats, useWords } from '../words/use-words.tsx';
import { BottomBar, SideNavigation } from './navigation.tsx';
import styles from './shell.module.css';
import testStripeStyles from './test-stripe.module.css';

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

/** Says when what is shown may be out of date, and since when. */
export function ConnectionBanner() {
  const { shell } = useWords();
  const formats = useFormats();
  const live = useLiveState();
  const isOnline = useSyncExternalStore(listen, () => navigator.onLine);
  const updatedAt = useLastUpdate();
  if (!isOnline) return <Banner tone="warning">{shell.offline}</Banner>;
  if (live !== 'reconnecting' || updatedAt === 0) return null;
  return <Banner tone="warning">{shell.stale(formats.time(updatedAt))}</Banner>;
}

function listen(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** When the newest of what is shown was loaded; 0: nothing yet. */
function useLastUpdate(): number {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => Math.max(0, ...cache.findAll({ type: 'active' }).map(({ state }) => state.dataUpdatedAt)),
  );
}

/** Leads to the sign-in page, once, and from there back to the page that was asked for. */
export function ToSignIn() {
  const router = useRouter();
  useEffect(() => {
    const { href } = router.latestLocation;
    const search = href === '/' ? {} : { next: href };
    void router.navigate({ to: '/sign-in', search, replace: true });
  }, [router]);
  return null;
}

/** Always in sight while the bank is the sandbox. */
function TestStripe() {
  const { shell } = useWords();
  const { data } = useDeployment();
  if (!data || (data.mode === 'live' && !data.sandbox)) return null;
  return (
    <header className={testStripeStyles.stripe} data-test-stripe>
      <strong>{shell.testMode}</strong> <span>{shell.testModeHint}</span>
    </header>
  );
}
