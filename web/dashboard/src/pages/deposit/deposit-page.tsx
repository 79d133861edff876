import type { Reply } from '@entrada/client/client';
import type { Charge, Refund } from '@entrada/client/gen/api';
import { useParams } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { useDeployment } from '../../api/use-deployment.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Money } from '../../parts/money.tsx';
import { ChargeStatus, Status } from '../../parts/status.tsx';
import { Button, ButtonAnchor } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { LoadedObject } from '../../ui/loaded-object.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useFormats, useWords } from '../../words/use-words.tsx';
import { DepositActions } from './deposit-actions.tsx';
import styles from './deposit-page.module.css';
import { DetailsCard, MetadataCard } from './details-card.tsx';
import { refundFailureText } from './refund-failure-text.ts';
import { TimelineCard } from './timeline-card.tsx';
import { useDeposit, useRefreshDeposit, useRefunds } from './use-deposit.ts';

export function DepositPage() {
  const words = useWords();
  const { paymentLinkId } = useParams({ from: '/shell/deposits/$paymentLinkId' });
  const missing = {
    heading: words.deposit.title,
    icon: 'search',
    title: words.deposit.none,
    list: '/deposits',
    listTitle: words.deposits.title,
  } as const;
  return (
    <LoadedObject query={useDeposit(paymentLinkId)} missing={missing}>
      {(charge) => <DepositView charge={charge} />}
    </LoadedObject>
  );
}

function DepositView({ charge }: { readonly charge: Charge }) {
  const words = useWords();
  return (
    <>
      <PageHeading hint={charge.description} actions={<DepositActions charge={charge} />}>
        <span className={styles.kicker}>{words.deposit.title}</span>
        <span className={styles.headline}>
          <Money cents={charge.value} size="amount" />
          <span role="status">
            <ChargeStatus charge={charge} />
          </span>
        </span>
      </PageHeading>
      <div className={styles.page}>
        <div className={styles.column}>
          {isPayable(charge) && <PayCard charge={charge} />}
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

/** Once anything was paid, the code takes no more payments, whatever the status. */
function isPayable({ status, receivedValue }: Charge): boolean {
  return status === 'PENDING' && receivedValue === 0;
}

/** value − fee = credited, as a sum that can be checked by eye. */
export function AmountsCard({ charge }: { readonly charge: Charge }) {
  const words = useWords().deposit;
  const { money } = useFormats();
  const { value, fee, creditedValue, refundedValue, receivedValue } = charge;
  const credited = creditedValue ?? value - fee;
  const paidText = creditedValue === null ? words.paidOther : words.paidMore;
  const isOther = receivedValue !== (creditedValue === null ? 0 : value);
  return (
    <Card title={words.money}>
      <Facts
        right
        facts={[
          [words.value, <Money key="value" cents={value} />],
          [words.fee, <Money key="fee" cents={-fee} />],
          ...(creditedValue !== null || isPayable(charge)
            ? ([
                [
                  creditedValue === null ? words.creditedSoon : words.credited,
                  <span key="credited" className={styles.total}>
                    <Money cents={credited} />
                  </span>,
                ],
              ] as const)
            : []),
          ...(refundedValue > 0
            ? ([[words.refunded, <Money key="refunded" cents={-refundedValue} />]] as const)
            : []),
        ]}
      />
      {isOther && <p className={styles.note}>{paidText(money(receivedValue))}</p>}
    </Card>
  );
}

const QR_SIZE = 168;

/** What the payer needs: code, QR code and a page to send. */
function PayCard({ charge }: { readonly charge: Charge }) {
  const words = useWords().deposit;
  const { emv, paymentLinkId, paymentLinkUrl } = charge;
  return (
    <Card title={words.link}>
      <div className={styles.pay}>
        <img
          className={styles.qr}
          src={`/payment-link/${paymentLinkId}/qr.svg`}
          alt={words.qrAlt}
          width={QR_SIZE}
          height={QR_SIZE}
        />
        <div className={styles.stack}>
          <CopyField text={paymentLinkUrl} what={words.copyLink} />
          <h3>{words.codeTitle}</h3>
          <CopyField text={emv} what={words.code} />
          <div className={styles.buttons}>
            <ButtonAnchor
              href={`/payment-link/${paymentLinkId}`}
              target="_blank"
              rel="noopener"
              icon="external"
            >
              {words.openPage}
            </ButtonAnchor>
          </div>
        </div>
      </div>
    </Card>
  );
}

/** Refunds that the account asked for, and returns that the bank made by itself. */
function RefundsCard({ charge }: { readonly charge: Charge }) {
  const words = useWords().deposit;
  const refunds = useRefunds(charge);
  const isEmpty = refunds.data?.length === 0;
  if (charge.status !== 'COMPLETED' || isEmpty) return null;
  return (
    <Card title={words.refunds}>
      <Loaded query={refunds} skeleton={<SkeletonRows rows={1} />}>
        {(items) => (
          <ul className={styles.refunds}>
            {items.map((refund) => (
              <RefundItem key={refund.id} refund={refund} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function RefundItem({ refund }: { readonly refund: Refund }) {
  const words = useWords();
  const failure = refundFailureText(refund, words);
  const why = [
    refund.origin === 'BANK' ? words.deposit.byBank : null,
    refund.natureza,
    refund.reason,
  ];
  return (
    <li className={styles.refund}>
      <Money cents={refund.value} />
      <Status of="refund" status={refund.status} />
      <span className={styles.refundLine}>
        <Moment at={refund.settledAt ?? refund.createdAt} />
      </span>
      <span className={styles.refundLine}>{why.filter(Boolean).join(' · ')}</span>
      {failure && <span className={styles.refundLine}>{failure}</span>}
    </li>
  );
}

type Scenario = Reply<'GET /api/deployment'>['deployment']['sandboxScenarios'][number];

/** The payers of the sandbox bank, by what they do; not there in live mode. */
function SandboxCard({ charge }: { readonly charge: Charge }) {
  const { paymentLinkId, status, receivedValue } = charge;
  const words = useWords().deposit;
  const { data: deployment } = useDeployment();
  const refresh = useRefreshDeposit(paymentLinkId);
  const { error, attempt } = useAttempt();
  if (!deployment?.sandbox || status === 'COMPLETED' || receivedValue > 0) return null;

  async function pay(scenario: Scenario): Promise<void> {
    await api.request('POST /api/sandbox/pay', { body: { paymentLinkId, scenario } });
    notify(words.payRequested);
    await refresh();
  }
  return (
    <Card title={words.pay}>
      <div className={styles.stack}>
        <p className={styles.soft}>{words.payHint}</p>
        <div className={styles.buttons}>
          {deployment.sandboxScenarios.map((scenario) => (
            <Button
              key={scenario}
              kind={scenario === 'pay' ? 'primary' : 'plain'}
              onClick={() => attempt(() => pay(scenario))}
            >
              {words.scenarios[scenario] ?? scenario}
            </Button>
          ))}
        </div>
        <ErrorNote error={error} />
      </div>
    </Card>
  );
}
