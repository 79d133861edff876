import type { Charge } from '@entrada/client/gen/api';
import { useParams } from '@tanstack/react-router';
import { Money } from '../../parts/money.tsx';
import { Status } from '../../parts/status.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { isMissing, MissingObject } from '../../ui/missing-object.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useFormats, useWords } from '../../words/use-words.tsx';
import { DepositActions } from './deposit-actions.tsx';
import styles from './deposit-page.module.css';
import { DetailsCard, MetadataCard } from './details-card.tsx';
import { PayCard } from './pay-card.tsx';
import { RefundsCard } from './refunds-card.tsx';
import { SandboxCard } from './sandbox-card.tsx';
import { TimelineCard } from './timeline-card.tsx';
import { useDeposit } from './use-deposit.ts';

export function DepositPage() {
  const words = useWords();
  const { paymentLinkId } = useParams({ from: '/shell/deposits/$paymentLinkId' });
  const deposit = useDeposit(paymentLinkId);
  if (isMissing(deposit.error)) {
    return (
      <MissingObject
        heading={words.deposit.title}
        icon="search"
        title={words.deposit.none}
        list="/deposits"
        listTitle={words.deposits.title}
      />
    );
  }
  return (
    <Loaded query={deposit} skeleton={<SkeletonRows rows={12} />}>
      {(charge) => <DepositView charge={charge} />}
    </Loaded>
  );
}

function DepositView({ charge }: { readonly charge: Charge }) {
  const words = useWords();
  const isPending = charge.status === 'PENDING';
  return (
    <>
      <PageHeading hint={charge.description} actions={<DepositActions charge={charge} />}>
        <span className={styles.kicker}>{words.deposit.title}</span>
        <span className={styles.headline}>
          <Money cents={charge.value} size="amount" />
          <span role="status">
            <Status of="charge" status={charge.status} />
          </span>
        </span>
      </PageHeading>
      <div className={styles.page}>
        <div className={styles.column}>
          {isPending && <PayCard charge={charge} />}
          <TimelineCard charge={charge} />
        </div>
        <div className={styles.column}>
          <AmountsCard charge={charge} />
          <SandboxCard charge={charge} />
          <RefundsCard charge={charge} />
          <DetailsCard charge={charge} />
          <MetadataCard charge={charge} />
        </div>
      </div>
    </>
  );
}

/** value − fee = credited, as a sum that can be checked by eye. */
export function AmountsCard({ charge }: { readonly charge: Charge }) {
  const words = useWords().deposit;
  const { money } = useFormats();
  const { value, fee, paidValue, creditedValue, refundedValue } = charge;
  const credited = creditedValue ?? value - fee;
  const isMore = paidValue !== null && paidValue > value;
  return (
    <Card title={words.money}>
      <Facts
        right
        facts={[
          [words.value, <Money key="value" cents={value} />],
          [words.fee, <Money key="fee" cents={-fee} />],
          [
            creditedValue === null ? words.creditedSoon : words.credited,
            <span key="credited" className={styles.total}>
              <Money cents={credited} />
            </span>,
          ],
          ...(refundedValue > 0
            ? ([[words.refunded, <Money key="refunded" cents={-refundedValue} />]] as const)
            : []),
        ]}
      />
      {isMore && <p className={styles.note}>{words.paidMore(money(paidValue))}</p>}
    </Card>
  );
}
