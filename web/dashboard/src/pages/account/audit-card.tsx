import type { AuditEntry } from '@entrada/client/gen/api';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { Moment } from '../../parts/moment.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useWords } from '../../words/use-words.tsx';
import styles from './account-page.module.css';

const PAGE_SIZE = 20;
const SHORT_ID = 8;

/** Who did what in this account, newest first. */
export function AuditCard() {
  const words = useWords().account;
  const audit = useInfiniteQuery({
    queryKey: queryKeys.audit({}),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE_SIZE, ...(pageParam === '' ? {} : { cursor: pageParam }) };
      return api.request('GET /api/audit', { query, signal });
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return (
    <>
      <Card flush title={words.audit}>
        <Loaded query={audit} skeleton={<SkeletonRows rows={8} />}>
          {({ pages }) => {
            const rows = pages.flatMap(({ entries }) => entries);
            return rows.length === 0 ? (
              <EmptyState title={words.auditEmpty} />
            ) : (
              <Table
                caption={words.audit}
                columns={columnsOf(words)}
                rows={rows}
                rowKey={({ id }) => id}
              />
            );
          }}
        </Loaded>
      </Card>
      <LoadMore query={audit} />
    </>
  );
}

type AccountWords = ReturnType<typeof useWords>['account'];

function columnsOf(words: AccountWords): readonly Column<AuditEntry>[] {
  return [
    {
      name: words.what,
      phone: 'start',
      cell: ({ action, subject }) => (
        <>
          {words.actions[action] ?? action}
          {!subject.startsWith('account:') && <p className={styles.soft}>{subject}</p>}
        </>
      ),
    },
    {
      name: words.actor,
      cell: ({ actor, ip }) => [actorName(actor, words), ip].filter(Boolean).join(' · '),
    },
    { name: words.when, right: true, cell: ({ at }) => <Moment at={at} /> },
  ];
}

/** A key is named by the beginning of its id. */
function actorName(actor: string, words: AccountWords): string {
  const [kind = '', name = ''] = actor.split(':');
  if (kind === 'account') return words.you;
  if (kind === 'key') return `${words.byKey} ${name.slice(0, SHORT_ID)}`;
  return actor;
}
