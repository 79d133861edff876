import { Link } from '@tanstack/react-router';
import { depositColumns } from '../../parts/deposit-columns.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
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
              columns={depositColumns(words)}
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
