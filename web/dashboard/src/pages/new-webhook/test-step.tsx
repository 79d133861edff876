import type { Webhook } from '@entrada/client/gen/api';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useRefreshWebhooks } from '../../api/use-webhooks.ts';
import { TestDelivery } from '../../parts/test-delivery.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useWords } from '../../words/use-words.tsx';
import styles from './new-webhook-page.module.css';

export function TestStep({ webhook }: { readonly webhook: Webhook }) {
  const words = useWords().webhooks;
  const navigate = useNavigate();
  const refresh = useRefreshWebhooks();
  const [error, setError] = useState<unknown>(null);
  const [hasFailed, setFailed] = useState(false);
  const webhookId = webhook.id;

  async function enable(): Promise<void> {
    setError(null);
    try {
      const path = { webhookId };
      await api.request('PATCH /api/webhooks/{webhookId}', { path, body: { enabled: true } });
      notify(words.enabled);
      await refresh();
      await navigate({ to: '/webhooks/$webhookId', params: { webhookId } });
    } catch (failure) {
      setError(failure);
    }
  }
  return (
    <Card isNextStep title={words.steps.test}>
      <div className={styles.stack}>
        <TestDelivery webhookId={webhookId} events={webhook.events} onResult={setFailed} />
        <ErrorNote error={error} />
        <DialogActions>
          <Button kind={hasFailed ? 'plain' : 'primary'} onClick={enable}>
            {words.finish}
          </Button>
          <ButtonLink to="/webhooks/$webhookId" params={{ webhookId }}>
            {words.later}
          </ButtonLink>
        </DialogActions>
      </div>
    </Card>
  );
}
