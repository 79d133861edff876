import { useSyncExternalStore } from 'react';
import { Banner } from '../ui/banner.tsx';
import { useWords } from '../words/use-words.tsx';

/** Says when what is shown may be out of date. */
export function ConnectionBanner() {
  const words = useWords();
  const isOnline = useSyncExternalStore(listen, () => navigator.onLine);
  return isOnline ? null : <Banner tone="warning">{words.shell.offline}</Banner>;
}

function listen(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}
