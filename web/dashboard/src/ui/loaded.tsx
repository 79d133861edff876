import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { Loading } from './skeleton.tsx';

type Props<T> = {
  readonly query: UseQueryResult<T>;
  /** Of the size that the content will have. */
  readonly skeleton: ReactNode;
  readonly children: (data: T) => ReactNode;
};

/**
 * The states of what a page loads: skeleton, error with retry, content. Old content stays while it is
 * refreshed and also when that fails; the shell says that it is stale.
 */
export function Loaded<T>({ query, skeleton, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  return <Loading>{skeleton}</Loading>;
}
