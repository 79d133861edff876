import type { Webhook } from '@entrada/client/gen/api';
import { useParams } from '@tanstack/react-router';
import { useWebhook } from '../../api/use-webhooks.ts';
import { Status } from '../../parts/status.tsx';
import { TestDelivery } from '../../parts/test-delivery.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { isMissing, MissingObject } from '../../ui/missing-object.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useWords } from '../../words/use-words.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import styles from './endpoint-page.module.css';
import { MetricsCard } from './metrics-card.tsx';

export function EndpointPage() {
  const words = useWords();
  const { webhookId } = useParams({ from: '/shell/webhooks/$webhookId' });
  const webhook = useWebhook(webhookId);
  if (isMissing(webhook.error)) {
    return (
      <MissingObject
        heading={words.webhooks.endpointTitle}
        icon="webhooks"
        title={words.webhooks.none}
        list="/webhooks"
        listTitle={words.webhooks.title}
      />
    );
  }
  return (
    <Loaded query={webhook} skeleton={<SkeletonRows rows={12} />}>
      {(loaded) => <EndpointView webhook={loaded} />}
    </Loaded>
  );
}

function EndpointView({ webhook }: { readonly webhook: Webhook }) {
  const words = useWords();
  const { id, name, url, events, status, disabledReason } = webhook;
  return (
    <>
      <PageHeading
        hint={<code className={styles.url}>{url}</code>}
        actions={<EndpointActions webhook={webhook} />}
      >
        <span className={styles.headline}>
          {name} <Status of="endpoint" status={status} />
        </span>
      </PageHeading>
      <div className={styles.page}>
        {disabledReason && (
          <Banner tone="warning">{words.webhooks.disabledReason[disabledReason]}</Banner>
        )}
        <MetricsCard webhookId={id} />
        <DeliveryLog webhookId={id} />
        <div className={styles.two}>
          <Card title={words.webhooks.test}>
            <TestDelivery webhookId={id} events={events} />
          </Card>
          <Card title={words.webhooks.events}>
            <ul className={styles.events}>
              {events.map((event) => (
                <li key={event}>
                  <code>{event}</code>
                </li>
              ))}
            </ul>
          </Card>
        </div>
      </div>
    </>
  );
}
