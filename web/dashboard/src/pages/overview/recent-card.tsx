import type { Charge } from '@entrada/client/gen/api';
import { Link } from '@tanstack/react-router';
import { Moment } from '../../parts/moment.tsx';
import { Money } from '../../parts/money.tsx';
import { Status } from '../../parts/status.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import type { Words } from '../../words/pt.ts';
import { useWords } from '../../words/use-words.tsx';
import { useRecentDeposits } from './use-overview.ts';

export function RecentCard() {
  const words = useWords();
  return (
    <Card
      flush
      title={words.overview.recent}
      action={<Link to="/deposits">{words.overview.seeAll}</Link>}
    >
      <Loaded query={useRecentDeposits()} skeleton={<SkeletonRows rows={10} />}>
        {(charges) =>
          charges.length === 0 ? (
            <EmptyState
              icon="deposits"
              title={words.deposits.emptyAll}
              hint={words.deposits.emptyAllHint}
              action={<ButtonLink to="/deposits/new">{words.newDeposit.title}</ButtonLink>}
            />
          ) : (
            <Table
              caption={words.overview.recent}
              columns={columnsOf(words)}
              rows={charges}
              rowKey={({ id }) => id}
              to={({ paymentLinkId }) => `/deposits/${paymentLinkId}`}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

function columnsOf({ deposits }: Words): readonly Column<Charge>[] {
  return [
    { name: deposits.amount, cell: ({ value }) => <Money cents={value} />, phone: 'start' },
    {
      name: deposits.status,
      cell: ({ status }) => <Status of="charge" status={status} />,
      phone: 'end',
    },
    {
      name: deposits.reference,
      cell: ({ externalId, description, id }) => externalId ?? description ?? id,
    },
    { name: deposits.created, right: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ];
}
