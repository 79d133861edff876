import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useRefreshWebhooks } from '../../api/use-webhooks.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useWords } from '../../words/use-words.tsx';
import styles from './endpoint-page.module.css';

const DAY_MS = 86_400_000;
const MINUTE_LENGTH = 'YYYY-MM-DDTHH:mm'.length;

type Props = {
  readonly webhookId: string;
  readonly only: 'all' | 'failed';
  readonly onClose: () => void;
};

/** Sends the events of a period again, after it has counted them. */
export function ReplayDialog({ webhookId, only, onClose }: Props) {
  const words = useWords();
  const refresh = useRefreshWebhooks();
  const [from, setFrom] = useState(() => localMinute(Date.now() - DAY_MS));
  const [to, setTo] = useState(() => localMinute(Date.now()));
  const [count, setCount] = useState<number | null>(null);
  const { error, attempt } = useAttempt();

  async function ask(dryRun: boolean): Promise<void> {
    const window = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    const sent = { path: { webhookId }, body: { ...window, only, dryRun } };
    const reply = await api.request('POST /api/webhooks/{webhookId}/replay', sent);
    if (dryRun) return setCount(reply.count);
    notify(words.webhooks.replayDone(reply.count));
    await refresh();
    onClose();
  }
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    setCount(null);
  };
  const title = only === 'failed' ? words.webhooks.recover : words.webhooks.replay;
  return (
    <Dialog open title={title} hint={words.webhooks.replayHint} onClose={onClose}>
      <div className={styles.fields}>
        <TextField
          type="datetime-local"
          label={words.webhooks.replayFrom}
          value={from}
          onChange={change(setFrom)}
        />
        <TextField
          type="datetime-local"
          label={words.webhooks.replayTo}
          value={to}
          onChange={change(setTo)}
        />
        <p className={styles.note} role="status">
          {count !== null &&
            (count === 0 ? words.webhooks.replayNone : words.webhooks.replayCount(count))}
        </p>
        <ErrorNote error={error} />
        <DialogActions>
          {count ? (
            <Button kind="primary" onClick={() => attempt(() => ask(false))}>
              {title}
            </Button>
          ) : (
            <Button kind="primary" disabled={!from || !to} onClick={() => attempt(() => ask(true))}>
              {words.webhooks.replayPreview}
            </Button>
          )}
          <Button onClick={onClose}>{words.common.cancel}</Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

/** As an input of type datetime-local has it: in the browser's zone. */
function localMinute(ms: number): string {
  const offsetMs = new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - offsetMs).toISOString().slice(0, MINUTE_LENGTH);
}
