import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWebhooks } from '../../api/use-webhooks.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useFormats, useWords } from '../../words/use-words.tsx';
import styles from './overview-page.module.css';
import { useBalance } from './use-overview.ts';

/** What a person should look at: money under review, endpoints that fail. Not there when all is well. */
export function AttentionCard() {
  const words = useWords().overview;
  const { money } = useFormats();
  const { data: balance } = useBalance();
  const { data: endpoints = [] } = useWebhooks();
  const notes: { readonly key: string; readonly note: ReactNode }[] = [];
  if (balance && balance.suspense > 0) {
    const note = words.attentionSuspense(money(balance.suspense));
    notes.push({
      key: 'suspense',
      note: (
        <Link to="/statement" search={{ tab: 'suspense' }}>
          {note}
        </Link>
      ),
    });
  }
  for (const { id, name, status, health } of endpoints) {
    const text =
      status === 'ENABLED'
        ? health.failed > 0 && words.attentionFailed(name, health.failed)
        : words.attentionDisabled(name);
    if (!text) continue;
    notes.push({
      key: id,
      note: (
        <Link to="/webhooks/$webhookId" params={{ webhookId: id }}>
          {text}
        </Link>
      ),
    });
  }
  if (notes.length === 0) return null;
  return (
    <Card title={words.attention}>
      <ul className={styles.attention}>
        {notes.map(({ key, note }) => (
          <li key={key}>
            <Icon name="alert" />
            {note}
          </li>
        ))}
      </ul>
    </Card>
  );
}
