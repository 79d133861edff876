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

type Props = { readonly webhookId: string; readonly events: readonly string[] };

/** Sends a test to a receiver and shows what came back, as a waterfall. */
export function TestDelivery({ webhookId, events }: Props) {
  const words = useWords().webhooks;
  const [event, setEvent] = useState(PLAIN_TEST);
  const [delivery, setDelivery] = useState<Delivery | null>(null);
  const [error, setError] = useState<unknown>(null);
  const options = [PLAIN_TEST, ...events].map((name) => ({ value: name, label: name }));

  async function send(): Promise<void> {
    setError(null);
    setDelivery(null);
    try {
      const path = { webhookId };
      const body = event === PLAIN_TEST ? {} : { event };
      const call = 'POST /api/webhooks/{webhookId}/test';
      setDelivery((await api.request(call, { path, body })).delivery);
    } catch (failure) {
      setError(failure);
    }
  }
  return (
    <div className={styles.test}>
      <p className={styles.hint}>{words.testHint}</p>
      <div className={styles.controls}>
        <Select label={words.testEvent} options={options} value={event} onChange={setEvent} />
        <Button icon="refresh" onClick={send}>
          {words.test}
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
