import type { WebhookMetrics } from '@entrada/client/gen/api';
import { useWebhookMetrics } from '../../api/use-webhooks.ts';
import { BarChart } from '../../parts/bar-chart.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFormats, useWords } from '../../words/use-words.tsx';
import styles from './endpoint-page.module.css';
import { summaryOf } from './metrics-summary.ts';

/** How a receiver answered in the last day: error rate, latency, codes. */
export function MetricsCard({ webhookId }: { readonly webhookId: string }) {
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
