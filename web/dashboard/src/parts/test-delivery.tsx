import type { Delivery } from '@entrada/client/gen/api';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-state.tsx';
import { Select } from '../ui/select.tsx';
import { useWords } from '../words/use-words.tsx';
import { causeText } from './cause-text.ts';
import styles from './test-delivery.module.css';
import { Waterfall } from './waterfall.tsx';

const PLAIN_TEST = 'WEBHOOK_TEST';

type Props = {
  readonly webhookId: string;
  readonly events: readonly string[];
  readonly onResult?: (isFailed: boolean) => void;
};

/** Sends a test to a receiver and shows what came back, as a waterfall. */
export function TestDelivery({ webhookId, events, onResult }: Props) {
  const words = useWords().webhooks;
  const [event, setEvent] = useState(PLAIN_TEST);
  const [delivery, setDelivery] = useState<Delivery | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [hasFailed, setFailed] = useState(false);
  const options = [PLAIN_TEST, ...events].map((name) => ({ value: name, label: name }));

  function report(isFailed: boolean): void {
    setFailed(isFailed);
    onResult?.(isFailed);
  }
  async function send(): Promise<void> {
    setError(null);
    setDelivery(null);
    try {
      const path = { webhookId };
      const body = event === PLAIN_TEST ? {} : { event };
      const call = 'POST /api/webhooks/{webhookId}/test';
      const { delivery: sent } = await api.request(call, { path, body });
      setDelivery(sent);
      report(sent.attempts.at(-1)?.causeCode !== null);
    } catch (failure) {
      setError(failure);
      report(true);
    }
  }
  return (
    <div className={styles.test}>
      <p className={styles.hint}>{words.testHint}</p>
      <div className={styles.controls}>
        <Select label={words.testEvent} options={options} value={event} onChange={setEvent} />
        <Button kind={hasFailed ? 'primary' : 'plain'} icon="refresh" onClick={send}>
          {hasFailed ? words.testAgain : words.test}
        </Button>
      </div>
      <ErrorNote error={error} />
      {delivery && <Result delivery={delivery} />}
    </div>
  );
}

function Result({ delivery }: { readonly delivery: Delivery }) {
  const words = useWords();
  const attempt = delivery.attempts.at(-1);
  if (!attempt) return null;
  const { causeCode, cause, statusCode, timings } = attempt;
  return (
    <>
      {causeCode === null ? (
        <Banner tone="paid">{words.webhooks.testDone(statusCode ?? 0)}</Banner>
      ) : (
        <Banner tone="failed">{causeText({ causeCode, cause }, words)}</Banner>
      )}
      <Waterfall timings={timings} />
    </>
  );
}
