import type { SuspendedPayment } from '@entrada/client/gen/api';
import { Moment } from '../../parts/moment.tsx';
import { Money } from '../../parts/money.tsx';
import { Badge, type Tone } from '../../parts/status.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import type { Words } from '../../words/pt.ts';
import { useWords } from '../../words/use-words.tsx';
import styles from './statement-page.module.css';
import { useSuspense } from './use-statement.ts';

const LOOKS: Readonly<
  Record<SuspendedPayment['status'], { readonly tone: Tone; readonly icon: IconName }>
> = {
  OPEN: { tone: 'warning', icon: 'clock' },
  CREDITED: { tone: 'paid', icon: 'check' },
  REFUNDING: { tone: 'pending', icon: 'refund' },
  REFUNDED: { tone: 'quiet', icon: 'refund' },
  RETURNED: { tone: 'quiet', icon: 'refund' },
};

/** Payments that completed no deposit, and what was decided about them. */
export function SuspenseTab() {
  const words = useWords();
  const payments = useSuspense();
  return (
    <div className={styles.tab}>
      <Card flush>
        <Loaded query={payments} skeleton={<SkeletonRows rows={6} />}>
          {({ pages }) => {
            const rows = pages.flatMap((page) => page.payments);
            return rows.length === 0 ? (
              <EmptyState
                icon="check"
                title={words.statement.emptySuspense}
                hint={words.statement.emptySuspenseHint}
              />
            ) : (
              <Table
                caption={words.statement.suspense}
                columns={columnsOf(words)}
                rows={rows}
                rowKey={({ id }) => id}
              />
            );
          }}
        </Loaded>
      </Card>
      <LoadMore query={payments} />
    </div>
  );
}

function columnsOf({ statement, deposit, deposits }: Words): readonly Column<SuspendedPayment>[] {
  return [
    {
      name: statement.kind,
      phone: 'start',
      cell: ({ kind }) => statement.suspenseKinds[kind] ?? kind,
    },
    {
      name: deposit.value,
      right: true,
      phone: 'end',
      cell: ({ value, returnedValue }) => <Money cents={value - returnedValue} />,
    },
    {
      name: deposits.status,
      cell: ({ status }) => (
        <Badge {...LOOKS[status]}>{statement.suspenseStatus[status] ?? status}</Badge>
      ),
    },
    { name: statement.when, cell: ({ suspendedAt }) => <Moment at={suspendedAt} /> },
    {
      name: deposit.endToEndId,
      cell: ({ endToEndId }) => <code className={styles.code}>{endToEndId}</code>,
    },
  ];
}
