import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useLiveState } from '../api/use-live.ts';
import { Banner } from '../ui/banner.tsx';
import { useFormats, useWords } from '../words/use-words.tsx';

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
