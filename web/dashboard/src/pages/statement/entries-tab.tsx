import type { StatementEntry } from '@entrada/client/gen/api';
import { Link } from '@tanstack/react-router';
import { Moment } from '../../parts/moment.tsx';
import { Money } from '../../parts/money.tsx';
import type { TimeRange } from '../../parts/time-range.ts';
import { Card } from '../../ui/card.tsx';
import { DateRange } from '../../ui/date-range.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import type { Words } from '../../words/pt.ts';
import { useWords } from '../../words/use-words.tsx';
import styles from './statement-page.module.css';
import { useStatement } from './use-statement.ts';

type Props = { readonly range: TimeRange; readonly onRange: (range: TimeRange) => void };

export function EntriesTab({ range, onRange }: Props) {
  const words = useWords().statement;
  const entries = useStatement(range);
  return (
    <div className={styles.tab}>
      <DateRange label={words.range} value={range} onChange={onRange} />
      <Loaded query={entries} skeleton={<SkeletonRows rows={12} />}>
        {({ pages }) => (
          <>
            <dl className={styles.balances}>
              <div>
                <dt>{words.opening}</dt>
                <dd>
                  <Money cents={pages[0]?.openingBalance} size="title" />
                </dd>
              </div>
              <div>
                <dt>{words.closing}</dt>
                <dd>
                  <Money cents={pages[0]?.closingBalance} size="title" />
                </dd>
              </div>
            </dl>
            <Card flush>
              <Entries entries={pages.flatMap((page) => page.entries)} />
            </Card>
          </>
        )}
      </Loaded>
      <LoadMore query={entries} />
    </div>
  );
}

function Entries({ entries }: { readonly entries: readonly StatementEntry[] }) {
  const words = useWords();
  if (entries.length === 0) {
    return (
      <EmptyState
        icon="statement"
        title={words.statement.emptyEntries}
        hint={words.statement.emptyHint}
      />
    );
  }
  return (
    <Table
      caption={words.statement.title}
      columns={columnsOf(words)}
      rows={entries}
      rowKey={({ id }) => id}
    />
  );
}

function columnsOf({ statement }: Words): readonly Column<StatementEntry>[] {
  return [
    {
      name: statement.kind,
      phone: 'start',
      cell: ({ kind, description }) => statement.kinds[kind] ?? description,
    },
    {
      name: statement.amount,
      right: true,
      phone: 'end',
      cell: ({ amount }) => <Money cents={amount} signed />,
    },
    { name: statement.when, cell: ({ at }) => <Moment at={at} /> },
    {
      name: statement.deposit,
      cell: ({ paymentLinkId }) =>
        paymentLinkId && (
          <Link to="/deposits/$paymentLinkId" params={{ paymentLinkId }}>
            {paymentLinkId.slice(0, 8)}
          </Link>
        ),
    },
    { name: statement.balance, right: true, cell: ({ balance }) => <Money cents={balance} /> },
  ];
}
