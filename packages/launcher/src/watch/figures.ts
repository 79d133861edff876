/** How a figure is made of the series of a metric. */
type Kind =
  /** Per second, of all processes. */
  | 'rate'
  | 'max'
  | 'sum'
  /** How many series are 0. */
  | 'zeros'
  /** The slowest hundredth of a histogram. */
  | 'p99'
  /** Seconds since the latest of some times. */
  | 'since'
  /** Seconds until the first of some times. */
  | 'until';

export type Figure = {
  readonly title: string;
  readonly unit: '/s' | 's' | 'cents' | '';
  readonly kind: Kind;
  readonly metric: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** A series exists only once it has been counted; none means that it never was. */
  readonly isZeroWhenAbsent?: boolean;
  /** Beyond it somebody has to look. */
  readonly badAbove?: number;
  readonly badBelow?: number;
};

export type Group = { readonly title: string; readonly figures: readonly Figure[] };

const HTTP = 'http_server_request_duration_seconds';
const CREATE = { http_request_method: 'POST', http_route: '/api/deposit' };
const THREE_DAYS_S = 3 * 86_400;

type More = Partial<Omit<Figure, 'title' | 'kind' | 'metric'>>;

const figure =
  (kind: Kind, unit: Figure['unit']) =>
  (title: string, metric: string, more: More = {}): Figure => ({
    title,
    unit,
    kind,
    metric,
    ...more,
  });
const rate = figure('rate', '/s');
const slowest = figure('p99', 's');
const longest = figure('max', 's');
const most = figure('max', '');
const all = figure('sum', '');
const failures = (title: string, errorType: string) =>
  rate(title, `${HTTP}_count`, {
    labels: { error_type: errorType },
    badAbove: 0,
    isZeroWhenAbsent: true,
  });

/** The money path at a glance, and what stands in its way. The bounds are those of the alerts. */
export const GROUPS: readonly Group[] = [
  {
    title: 'Money path',
    figures: [
      rate('created', 'charges_created_total', { labels: { outcome: 'created' } }),
      rate('paid', 'charges_transitions_total', { labels: { to: 'COMPLETED' } }),
      rate('credited', 'ledger_credits_total'),
      rate('notified', 'webhook_attempts_total', { labels: { outcome: 'delivered' } }),
    ],
  },
  {
    title: 'Latencies, p99',
    figures: [
      slowest('create', HTTP, { labels: CREATE }),
      slowest('payment to detection', 'deposit_pay_to_detect_seconds'),
      slowest('confirmation to credit', 'deposit_confirm_to_credit_seconds', { badAbove: 5 }),
      slowest('credit to first attempt', 'webhook_credit_to_first_attempt_seconds', {
        badAbove: 5,
      }),
    ],
  },
  {
    title: 'Failures',
    figures: [
      failures('of ours', 'ours'),
      failures('of the bank', 'bank'),
      most('bank circuit (2: calls fail at once)', 'provider_circuit_state', { badAbove: 0 }),
      figure('zeros', '')('dependencies down', 'dependency_up', { badAbove: 0 }),
    ],
  },
  {
    title: 'Money that waits',
    figures: [
      longest('oldest unpublished event', 'outbox_oldest_unpublished_seconds', { badAbove: 30 }),
      longest('consumer without progress', 'event_consumer_progress_age_seconds', { badAbove: 60 }),
      all('records that wait', 'event_consumer_lag'),
      most('records parked', 'events_parked', { badAbove: 0 }),
      longest('oldest due webhook', 'webhooks_oldest_due_seconds', { badAbove: 60 }),
      figure('max', 'cents')('in suspense', 'ledger_suspense_cents', { badAbove: 0 }),
      longest('payments swept up to', 'sweep_watermark_age_seconds', { badAbove: 300 }),
    ],
  },
  {
    title: 'Proof and runtime',
    figures: [
      all('violations found since the start', 'audit_violations_total', { badAbove: 0 }),
      figure('since', 's')('last audit', 'audit_last_success_timestamp_seconds', { badAbove: 600 }),
      most('requests that wait for a connection', 'db_pool_connections', {
        labels: { state: 'waiting' },
        badAbove: 0,
      }),
      all('relay leaders', 'relay_leader', { badBelow: 2 }),
      figure('until', 's')(
        'first certificate ends in',
        'internal_certificate_expiry_timestamp_seconds',
        { badBelow: THREE_DAYS_S },
      ),
    ],
  },
];

export function isBad({ badAbove, badBelow }: Figure, value: number): boolean {
  return (
    (badAbove !== undefined && value > badAbove) || (badBelow !== undefined && value < badBelow)
  );
}
