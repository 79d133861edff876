import type { Delivery } from '@entrada/client/gen/api';
import { causeText } from '../../parts/cause-text.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Badge } from '../../parts/status.tsx';
import { Waterfall } from '../../parts/waterfall.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../words/use-words.tsx';
import styles from './delivery-page.module.css';

type Attempt = Delivery['attempts'][number];
type Props = {
  readonly attempt: Attempt;
  readonly number: number;
  readonly isOpen: boolean;
};

/** One HTTP request: what was answered, where the time went, what was sent. */
export function AttemptCard({ attempt, number, isOpen }: Props) {
  const words = useWords();
  const { at, statusCode, causeCode, responseBody, requestHeaders, responseHeaders } = attempt;
  const isDelivered = causeCode === null;
  return (
    <details className={styles.attempt} open={isOpen}>
      <summary>
        <span className={styles.attemptTitle}>{words.deliveries.attempt(number)}</span>
        <Badge tone={isDelivered ? 'paid' : 'failed'} icon={isDelivered ? 'check' : 'alert'}>
          {statusCode === null ? words.deliveries.noResponse : `HTTP ${statusCode}`}
        </Badge>
        <Moment at={at} />
        <span className={styles.chevron}>
          <Icon name="chevron" />
        </span>
      </summary>
      <div className={styles.attemptBody}>
        {!isDelivered && <p className={styles.cause}>{causeText(attempt, words)}</p>}
        <Waterfall timings={attempt.timings} />
        {responseBody && <Part title={words.deliveries.response} text={responseBody} />}
        {responseHeaders.length > 0 && (
          <Part title={words.deliveries.headersReceived} text={responseHeaders.join('\n')} />
        )}
        {requestHeaders.length > 0 && (
          <Part title={words.deliveries.headersSent} text={requestHeaders.join('\n')} />
        )}
      </div>
    </details>
  );
}

function Part({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <h3 className={styles.partTitle}>{title}</h3>
      <CodeBlock code={text} what={title} />
    </div>
  );
}
