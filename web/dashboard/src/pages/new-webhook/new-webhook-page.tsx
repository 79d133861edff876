import type { Webhook } from '@entrada/client/gen/api';
import { useState } from 'react';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useWords } from '../../words/use-words.tsx';
import { AddressStep } from './address-step.tsx';
import styles from './new-webhook-page.module.css';
import { SecretStep } from './secret-step.tsx';
import { TestStep } from './test-step.tsx';

type Created = { readonly webhook: Webhook; readonly secret: string };

/**
 * The webhook is created disabled, so that its receiver knows the secret before the first signed
 * request arrives. The secret is kept here, in memory, and nowhere else.
 */
export function NewWebhookPage() {
  const words = useWords();
  const [created, setCreated] = useState<Created | null>(null);
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
