import type { Webhook } from '@entrada/client/gen/api';
import { useState } from 'react';
import { CopyField } from '../../parts/copy-field.tsx';
import { VerifyTabs } from '../../parts/verify-tabs.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useWords } from '../../words/use-words.tsx';
import { AddressStep } from './address-step.tsx';
import styles from './new-webhook-page.module.css';
import { TestStep } from './test-step.tsx';

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
