import type { Webhook } from '@entrada/client/gen/api';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useRefreshWebhooks } from '../../api/use-webhooks.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { TestDelivery } from '../../parts/test-delivery.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useWords } from '../../words/use-words.tsx';
import { AddressStep } from './address-step.tsx';
import styles from './new-webhook-page.module.css';

type NewEndpoint = { readonly webhook: Webhook; readonly secret: string };

/**
 * The webhook is created disabled, so that its receiver knows the secret before the first signed
 * request arrives. The secret is kept here, in memory, and nowhere else.
 */
export function NewWebhookPage() {
  const words = useWords();
  const [created, setCreated] = useState<NewEndpoint | null>(null);
  const [isCopied, setCopied] = useState(false);
  return (
    <>
      <PageHeading hint={words.webhooks.newHint}>{words.webhooks.newTitle}</PageHeading>
      <div className={styles.steps}>
        {!created && (
          <AddressStep onCreated={(webhook, secret) => setCreated({ webhook, secret })} />
        )}
        {created && !isCopied && (
          <SecretStep secret={created.secret} onDone={() => setCopied(true)} />
        )}
        {created && isCopied && <TestStep webhook={created.webhook} />}
      </div>
    </>
  );
}

type Props = { readonly secret: string; readonly onDone: () => void };

export function SecretStep({ secret, onDone }: Props) {
  const words = useWords().webhooks;
  return (
    <Card isNextStep title={words.steps.secret}>
      <div className={styles.stack}>
        <p>{words.secretHint}</p>
        <CopyField whole text={secret} what={words.secret} />
        <h3>{words.verify}</h3>
        <VerifyTabs />
        <DialogActions>
          <Button kind="primary" onClick={onDone}>
            {words.copiedSecret}
          </Button>
        </DialogActions>
      </div>
    </Card>
  );
}

function TestStep({ webhook }: { readonly webhook: Webhook }) {
  const words = useWords().webhooks;
  const navigate = useNavigate();
  const refresh = useRefreshWebhooks();
  const { error, attempt } = useAttempt();
  const [hasFailed, setFailed] = useState(false);
  const webhookId = webhook.id;

  async function enable(): Promise<void> {
    const path = { webhookId };
    await api.request('PATCH /api/webhooks/{webhookId}', { path, body: { enabled: true } });
    notify(words.enabled);
    await refresh();
    await navigate({ to: '/webhooks/$webhookId', params: { webhookId } });
  }
  return (
    <Card isNextStep title={words.steps.test}>
      <div className={styles.stack}>
        <TestDelivery webhookId={webhookId} events={webhook.events} onResult={setFailed} />
        <ErrorNote error={error} />
        <DialogActions>
          <Button kind={hasFailed ? 'plain' : 'primary'} onClick={() => attempt(enable)}>
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

function VerifyTabs() {
  const words = useWords().webhooks;
  const [language, setLanguage] = useState<SnippetLanguage>('Node.js');
  const tabs = Object.entries(VERIFY_SNIPPETS).map(([name, code]) => ({
    value: name as SnippetLanguage,
    label: name,
    content: <CodeBlock code={code} what={`${words.verify}: ${name}`} />,
  }));
  return <Tabs label={words.verify} tabs={tabs} value={language} onChange={setLanguage} />;
}

/** How a receiver verifies a delivery, with the Standard Webhooks library of each language. */
const VERIFY_SNIPPETS = {
  'Node.js': `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

// body: the raw request body, before any JSON parsing
const event = webhook.verify(body, request.headers);
if (event.event === 'DEPOSIT_ASSET_SUCCESS') creditOnce(event.id, event.data);`,
  Python: `import os
from standardwebhooks import Webhook

webhook = Webhook(os.environ["WEBHOOK_SECRET"])

# body: the raw request body, before any JSON parsing
event = webhook.verify(body, headers)
if event["event"] == "DEPOSIT_ASSET_SUCCESS":
    credit_once(event["id"], event["data"])`,
  PHP: `$webhook = new \\StandardWebhooks\\Webhook(getenv('WEBHOOK_SECRET'));

// The raw request body, before any JSON parsing
$event = $webhook->verify(file_get_contents('php://input'), getallheaders());
if ($event['event'] === 'DEPOSIT_ASSET_SUCCESS') {
    creditOnce($event['id'], $event['data']);
}`,
  Go: `wh, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
if err != nil {
    return err
}
// body: the raw request body, before any JSON parsing
if err := wh.Verify(body, request.Header); err != nil {
    return err
}`,
} as const;

type SnippetLanguage = keyof typeof VERIFY_SNIPPETS;
