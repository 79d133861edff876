import type { Charge, Refund } from '@entrada/client/gen/api';
import { Moment } from '../../parts/moment.tsx';
import { Money } from '../../parts/money.tsx';
import { Status } from '../../parts/status.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useWords } from '../../words/use-words.tsx';
import styles from './deposit-page.module.css';
import { refundFailureText } from './refund-failure-text.ts';
import { useRefunds } from './use-deposit.ts';

/** Refunds that the account asked for, and returns that the bank made by itself. */
export function RefundsCard({ charge }: { readonly charge: Charge }) {
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
