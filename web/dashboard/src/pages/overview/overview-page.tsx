import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAccount } from '../../api/use-account.ts';
import { useResendConfirmation } from '../../api/use-resend-confirmation.ts';
import { useWebhooks } from '../../api/use-webhooks.ts';
import { depositColumns } from '../../parts/deposit-columns.tsx';
import { Money } from '../../parts/money.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateRange } from '../../ui/date-range.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import { errorText } from '../../words/error-text.ts';
import { useFormats, useWords } from '../../words/use-words.tsx';
import { FirstSteps } from './first-steps.tsx';
import styles from './overview-page.module.css';
import { OVERVIEW_RANGES } from './search.ts';
import { useBalance, useRecentDeposits } from './use-overview.ts';
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

/** What the account has, what is under review, and what it owes if it owes something. */
export function BalanceCards() {
  const words = useWords().overview;
  return (
    <Loaded query={useBalance()} skeleton={<Skeleton height={96} />}>
      {({ available, suspense, owed }) => (
        <dl className={styles.tiles}>
          <Tile name={words.available} cents={available} />
          <Tile name={words.suspense} cents={suspense} />
          {owed > 0 && <Tile name={words.owed} cents={owed} />}
        </dl>
      )}
    </Loaded>
  );
}

function Tile({ name, cents }: { readonly name: string; readonly cents: number }) {
  return (
    <div className={styles.tile}>
      <dt>{name}</dt>
      <dd>
        <Money cents={cents} size="amount" />
      </dd>
    </div>
  );
}

/** Until the link in the mail was opened: to a mistyped address go neither notices nor password resets. */
export function ConfirmEmailBanner() {
  const { data: account } = useAccount();
  const words = useWords();
  const resend = useResendConfirmation();
  const [error, setError] = useState<unknown>(null);
  if (!account?.receivesMail || account.emailConfirmedAt) return null;
  return (
    <Banner
      action={
        <Button onClick={() => resend().then(() => setError(null), setError)}>
          {words.overview.sendAgain}
        </Button>
      }
    >
      {error ? errorText(error, words) : words.overview.confirmEmail(account.email)}
    </Banner>
  );
}

/** An operator has frozen the account: it can be looked at, and nothing can be changed. */
export function FrozenBanner() {
  const { data: account } = useAccount();
  const words = useWords();
  return account?.frozenAt ? <Banner>{words.errors.account_frozen}</Banner> : null;
}

/** What a person should look at: money under review, endpoints that fail. Not there when all is well. */
function AttentionCard() {
  const words = useWords().overview;
  const { money } = useFormats();
  const { data: balance } = useBalance();
  const { data: endpoints = [] } = useWebhooks();
  const notes: { readonly key: string; readonly note: ReactNode }[] = [];
  if (balance && balance.suspense > 0) {
    const note = words.attentionSuspense(money(balance.suspense));
    notes.push({
      key: 'suspense',
      note: (
        <Link to="/statement" search={{ tab: 'suspense' }}>
          {note}
        </Link>
      ),
    });
  }
  for (const { id, name, status, health } of endpoints) {
    const text =
      status === 'ENABLED'
        ? health.failed > 0 && words.attentionFailed(name, health.failed)
        : words.attentionDisabled(name);
    if (!text) continue;
    notes.push({
      key: id,
      note: (
        <Link to="/webhooks/$webhookId" params={{ webhookId: id }}>
          {text}
        </Link>
      ),
    });
  }
  if (notes.length === 0) return null;
  return (
    <Card title={words.attention}>
      <ul className={styles.attention}>
        {notes.map(({ key, note }) => (
          <li key={key}>
            <Icon name="alert" />
            {note}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function RecentCard() {
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
