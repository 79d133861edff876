import { useEffect, useState } from 'react';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading, SkeletonRows } from '../ui/skeleton.tsx';
import { PageNotLoaded } from './lazy-page.ts';
import { reloadIfServed, reloadOnce } from './reload.ts';

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
