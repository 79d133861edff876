import type { Charge } from '@entrada/client/gen/api';
import { Money } from '../../parts/money.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useFormats, useWords } from '../../words/use-words.tsx';
import styles from './deposit-page.module.css';

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
