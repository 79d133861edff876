import type { Webhook, WebhookMetrics } from '@entrada/client/gen/api';
import { useParams } from '@tanstack/react-router';
import { useWebhook, useWebhookMetrics } from '../../api/use-webhooks.ts';
import { BarChart } from '../../parts/bar-chart.tsx';
import { Status } from '../../parts/status.tsx';
import { TestDelivery } from '../../parts/test-delivery.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { LoadedObject } from '../../ui/loaded-object.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFormats, useWords } from '../../words/use-words.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import styles from './endpoint-page.module.css';
import { summaryOf } from './metrics-summary.ts';

export function EndpointPage() {
  const words = useWords();
  const { webhookId } = useParams({ from: '/shell/webhooks/$webhookId' });
  const missing = {
    heading: words.webhooks.endpointTitle,
    icon: 'webhooks',
    title: words.webhooks.none,
    list: '/webhooks',
    listTitle: words.webhooks.title,
  } as const;
  return (
    <LoadedObject query={useWebhook(webhookId)} missing={missing}>
      {(loaded) => <EndpointView webhook={loaded} />}
    </LoadedObject>
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

/** How a receiver answered in the last day: error rate, latency, codes. */
function MetricsCard({ webhookId }: { readonly webhookId: string }) {
  const words = useWords().webhooks;
  return (
    <Card title={words.metrics}>
      <Loaded query={useWebhookMetrics(webhookId)} skeleton={<Skeleton height={300} />}>
        {(metrics) => <Metrics metrics={metrics} />}
      </Loaded>
    </Card>
  );
}

function Metrics({ metrics: { buckets } }: { readonly metrics: WebhookMetrics }) {
  const words = useWords();
  const { number, percent, duration, time } = useFormats();
  const { delivered, failed, errorRate, slowestP95Ms, codes } = summaryOf(buckets);
  // A receiver that sent no status has the code of the cause instead.
  const named = (code: string) => words.deliveries.causes[code]?.replace(/\.$/, '') ?? code;
  const figures = [
    [words.webhooks.delivered, number(delivered)],
    [words.webhooks.failedAttempts, number(failed)],
    [words.webhooks.errorRate, errorRate === null ? '—' : percent(errorRate)],
    [words.webhooks.latency, slowestP95Ms === null ? '—' : duration(slowestP95Ms)],
    [
      words.webhooks.byCode,
      codes.map(([code, count]) => `${named(code)} × ${number(count)}`).join(', '),
    ],
  ] as const;
  const known = figures.filter(([, value]) => value !== '');
  return (
    <>
      <dl className={styles.figures}>
        {known.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <BarChart
        label={words.webhooks.metricsLabel}
        names={buckets.map(({ start }) => time(start))}
        series={[
          {
            name: words.deliveries.attempts,
            tone: 'soft',
            values: buckets.map((bucket) => bucket.delivered + bucket.failed),
          },
          {
            name: words.status.delivery.DELIVERED,
            tone: 'accent',
            values: buckets.map((bucket) => bucket.delivered),
          },
        ]}
        format={number}
      />
    </>
  );
}
