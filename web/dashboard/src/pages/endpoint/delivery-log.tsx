import type { Delivery } from '@entrada/client/gen/api';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useLiveHint } from '../../api/use-live.ts';
import { causeText } from '../../parts/cause-text.ts';
import { EventName } from '../../parts/event-name.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Badge, Status } from '../../parts/status.tsx';
import { Card } from '../../ui/card.tsx';
import { Chips } from '../../ui/chips.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import type { Words } from '../../words/pt.ts';
import { useWords } from '../../words/use-words.tsx';
import styles from './endpoint-page.module.css';
import { DELIVERY_STATUSES, type EndpointSearch } from './search.ts';

/** The deliveries of one endpoint, newest first, filtered by what became of them. */
export function DeliveryLog({ webhookId }: { readonly webhookId: string }) {
  const words = useWords();
  const search = useSearch({ from: '/shell/webhooks/$webhookId' });
  const navigate = useNavigate({ from: '/webhooks/$webhookId' });
  const deliveries = useDeliveries(webhookId, search);
  const options = [
    { value: 'all', label: words.deliveries.all },
    ...DELIVERY_STATUSES.map((value) => ({ value, label: words.status.delivery[value] })),
  ] as const;
  return (
    <>
      <Card flush title={words.webhooks.log}>
        <div className={styles.filters}>
          <Chips
            label={words.deliveries.filter}
            options={options}
            value={search.status ?? 'all'}
            onChange={(chosen) =>
              void navigate({
                search: chosen === 'all' ? {} : { status: chosen },
                resetScroll: false,
              })
            }
          />
        </div>
        <Loaded query={deliveries} skeleton={<SkeletonRows rows={10} />}>
          {({ pages }) => {
            const rows = pages.flatMap((page) => page.deliveries);
            return rows.length === 0 ? (
              <EmptyState
                icon="webhooks"
                title={search.status ? words.deliveries.empty : words.deliveries.emptyAll}
              />
            ) : (
              <Table
                caption={words.webhooks.log}
                columns={columnsOf(words)}
                rows={rows}
                rowKey={({ id }) => id}
                to={({ id }) => `/deliveries/${id}`}
              />
            );
          }}
        </Loaded>
      </Card>
      <LoadMore query={deliveries} />
    </>
  );
}

function columnsOf(words: Words): readonly Column<Delivery>[] {
  const { deliveries, webhooks } = words;
  return [
    {
      name: deliveries.event,
      phone: 'start',
      cell: ({ event }) => (
        <code>
          <EventName name={event} />
        </code>
      ),
    },
    {
      name: deliveries.filter,
      phone: 'end',
      cell: ({ status, test }) => (
        <>
          <Status of="delivery" status={status} />{' '}
          {test && <Badge tone="quiet">{deliveries.test}</Badge>}
        </>
      ),
    },
    { name: webhooks.statusCode, cell: (delivery) => lastStatusCode(delivery, words) },
    { name: deliveries.created, right: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ];
}

function lastStatusCode({ attempts }: Delivery, words: Words): string {
  const last = attempts.at(-1);
  if (!last) return '—';
  if (last.statusCode !== null) return String(last.statusCode);
  return causeText(last, words);
}

const PAGE_SIZE = 25;

/** Only the first page is refreshed by itself: who has read further keeps the rows in their place. */
function useDeliveries(webhookId: string, { status }: EndpointSearch) {
  const queries = useQueryClient();
  const queryKey = queryKeys.deliveries({ webhookId, status });
  const deliveries = useInfiniteQuery({
    queryKey,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.request('GET /api/deliveries', {
        query: {
          webhookId,
          limit: PAGE_SIZE,
          ...(status ? { status } : {}),
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  useLiveHint('delivery', () => {
    const isShort = (deliveries.data?.pages.length ?? 0) <= 1;
    if (isShort) void queries.invalidateQueries({ queryKey });
  });
  return deliveries;
}
