import type { Charge } from '@entrada/client/gen/api';
import { CopyField } from '../../parts/copy-field.tsx';
import { ButtonAnchor } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useWords } from '../../words/use-words.tsx';
import styles from './deposit-page.module.css';

const QR_SIZE = 168;

/** What the payer needs: code, QR code and a page to send. */
export function PayCard({ charge }: { readonly charge: Charge }) {
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
