import type { Webhook } from '@entrada/client/gen/api';
import { Link } from '@tanstack/react-router';
import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { useWebhookMetrics, useWebhooks } from '../../api/use-webhooks.ts';
import sparklineStyles from '../../parts/sparkline.module.css';
import { Status } from '../../parts/status.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useFormats, useWords } from '../../words/use-words.tsx';
import styles from './webhooks-page.module.css';

export function WebhooksPage() {
  const words = useWords();
  const create = (
    <ButtonLink kind="primary" icon="plus" to="/webhooks/new">
      {words.webhooks.create}
    </ButtonLink>
  );
  return (
    <>
      <PageHeading actions={create}>
        <span className={styles.section}>{words.shell.apiAndWebhooks}</span>
        {words.webhooks.title}
      </PageHeading>
      <Loaded query={useWebhooks()} skeleton={<SkeletonRows rows={4} />}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Card>
              <EmptyState
                icon="webhooks"
                title={words.webhooks.empty}
                hint={words.webhooks.emptyHint}
                action={create}
              />
            </Card>
          ) : (
            <ul className={styles.webhooks}>
              {webhooks.map((webhook) => (
                <WebhookItem key={webhook.id} webhook={webhook} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function WebhookItem({ webhook }: { readonly webhook: Webhook }) {
  const words = useWords().webhooks;
  const { number } = useFormats();
  const { id, name, url, status, health, disabledReason } = webhook;
  const { data: metrics } = useWebhookMetrics(id);
  const delivered = metrics?.buckets.map((bucket) => bucket.delivered) ?? [];
  const label = `${words.delivered}: ${number(health.delivered)}`;
  return (
    <li className={styles.webhook}>
      <div className={styles.text}>
        <div className={styles.head}>
          <h2 className={styles.name}>
            <Link to="/webhooks/$webhookId" params={{ webhookId: id }}>
              {name}
            </Link>
          </h2>
          <Status of="endpoint" status={status} />
        </div>
        <code className={styles.url}>{url}</code>
        {disabledReason && <p className={styles.note}>{words.disabledReason[disabledReason]}</p>}
      </div>
      <dl className={styles.figures}>
        <div>
          <dt>{words.delivered}</dt>
          <dd>{number(health.delivered)}</dd>
        </div>
        <div>
          <dt>{words.failed}</dt>
          <dd>{number(health.failed)}</dd>
        </div>
        <div>
          <dt>{words.waiting}</dt>
          <dd>{number(health.waiting)}</dd>
        </div>
      </dl>
      <Sparkline values={delivered} label={label} />
    </li>
  );
}

const WIDTH = 120;
const HEIGHT = 32;
const EDGE = 2;

type Props = {
  readonly values: readonly number[];
  /** What it shows, with its numbers: the line alone says nothing to a screen reader. */
  readonly label: string;
  readonly tone?: 'accent' | 'failed';
};

/** How something went lately, in a line: `<Sparkline values={perHour} label={...} />`. */
function Sparkline({ values, label, tone = 'accent' }: Props) {
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [EDGE, WIDTH - EDGE]);
  const y = scaleLinear([0, Math.max(1, ...values)], [HEIGHT - EDGE, EDGE]);
  const xOf = (_value: number, i: number) => x(i);
  const path = line<number>(xOf, y)([...values]) ?? '';
  const ground = area<number>(xOf, HEIGHT, y)([...values]) ?? '';
  return (
    <svg
      className={`${sparklineStyles.sparkline} ${sparklineStyles[tone]}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <path d={ground} className={sparklineStyles.ground} />
      <path d={path} className={sparklineStyles.line} />
    </svg>
  );
}
