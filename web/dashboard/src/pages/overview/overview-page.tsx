import { useNavigate, useSearch } from '@tanstack/react-router';
import { ButtonLink } from '../../ui/button.tsx';
import { DateRange } from '../../ui/date-range.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useWords } from '../../words/use-words.tsx';
import { AttentionCard } from './attention-card.tsx';
import { BalanceCards } from './balance-cards.tsx';
import { ConfirmEmailBanner } from './confirm-email-banner.tsx';
import { FirstSteps } from './first-steps.tsx';
import { FrozenBanner } from './frozen-banner.tsx';
import styles from './overview-page.module.css';
import { RecentCard } from './recent-card.tsx';
import { OVERVIEW_RANGES } from './search.ts';
import { VolumeCards } from './volume-cards.tsx';

export function OverviewPage() {
  const words = useWords();
  const range = useSearch({ from: '/shell/' });
  const navigate = useNavigate({ from: '/' });
  return (
    <>
      <PageHeading
        actions={
          <ButtonLink kind="primary" icon="plus" to="/deposits/new">
            {words.newDeposit.title}
          </ButtonLink>
        }
      >
        {words.overview.title}
      </PageHeading>
      <FrozenBanner />
      <ConfirmEmailBanner />
      <div className={styles.page}>
        <FirstSteps />
        <BalanceCards />
        <AttentionCard />
        <DateRange
          label={words.overview.range}
          ranges={OVERVIEW_RANGES}
          value={range}
          onChange={(search) => void navigate({ search })}
        />
        <VolumeCards range={range} />
        <RecentCard />
      </div>
    </>
  );
}
