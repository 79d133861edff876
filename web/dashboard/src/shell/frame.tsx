import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SessionDialogs } from '../session/session-dialogs.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading, SkeletonRows } from '../ui/skeleton.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { useWords } from '../words/use-words.tsx';
import { PageNotLoaded } from './lazy-page.ts';

/** Around every page: the tab's title, dialogs about the session, short messages. */
export function Frame() {
  useTabTitle();
  return (
    <>
      <Outlet />
      <SessionDialogs />
      <Toasts />
    </>
  );
}

function useTabTitle(): void {
  const words = useWords();
  const matches = useMatches();
  const title = matches.findLast(({ staticData }) => staticData.title)?.staticData.title;
  const text = title ? `${title(words)} · Entrada` : 'Entrada';
  useEffect(() => {
    document.title = text;
  }, [text]);
}

type Props = { readonly error: unknown; readonly reset: () => void };

/** A page that could not be drawn or loaded; the rest of the shell stays. */
export function CrashPage({ error }: Props) {
  const [isReloading, setReloading] = useState(error instanceof PageNotLoaded);
  useEffect(() => {
    // A new version was deployed, perhaps: its pages have other files.
    if (error instanceof PageNotLoaded) void reloadOnce().then(setReloading);
  }, [error]);
  if (!isReloading) return <ErrorState error={error} onRetry={reloadIfServed} />;
  return (
    <Loading>
      <SkeletonRows />
    </Loading>
  );
}

const RELOADED_AT = 'entrada.reloaded-at';
/** A file that is still missing after a reload is another problem, which a second one does not solve. */
const AGAIN_AFTER_MS = 60_000;
const REPLY_WAIT_MAX_MS = 10_000;

/** Loads the page anew unless that was just done; false: it stays as it is. */
async function reloadOnce(): Promise<boolean> {
  const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
  if (Date.now() - last < AGAIN_AFTER_MS) return false;
  const isReloading = await reloadIfServed();
  if (isReloading) sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  return isReloading;
}

/** Without a server the browser would show its own error page in place of ours. */
async function reloadIfServed(): Promise<boolean> {
  const signal = AbortSignal.timeout(REPLY_WAIT_MAX_MS);
  const isServed = await fetch(location.href, { cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isServed) location.reload();
  return isServed;
}
