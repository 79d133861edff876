import { EntradaError } from '@entrada/client/entrada-error';
import { useWords } from '../words/use-words.tsx';
import { Button } from './button.tsx';
import { ErrorNote } from './error-state.tsx';
import styles from './load-more.module.css';

type Props = {
  /** A `useInfiniteQuery`, as far as it matters here. */
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: unknown;
    fetchNextPage(): Promise<unknown>;
    refetch(): Promise<unknown>;
  };
};

/** The end of a list that the API gives in parts: `<LoadMore query={deposits} />`. */
export function LoadMore({ query }: Props) {
  const words = useWords();
  if (!query.hasNextPage) return null;
  const { error } = query;
  // The same cursor would be refused again.
  const isOutdated = error instanceof EntradaError && error.code === 'invalid_cursor';
  return (
    <div className={styles.more}>
      {query.isFetchNextPageError && <ErrorNote error={query.error} />}
      {isOutdated ? (
        <Button icon="refresh" onClick={() => query.refetch()}>
          {words.common.reloadRows}
        </Button>
      ) : (
        <Button icon="arrowDown" onClick={() => query.fetchNextPage()}>
          {words.common.moreRows}
        </Button>
      )}
    </div>
  );
}
