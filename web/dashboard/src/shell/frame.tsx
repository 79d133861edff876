import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SessionDialogs } from '../session/session-dialogs.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { useWords } from '../words/use-words.tsx';

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
