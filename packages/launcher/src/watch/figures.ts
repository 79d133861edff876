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

/** The money path at a glance, and what stands in its way. The bounds are those of the alerts. */
export const GROUPS: readonly Group[] = [
  {
    title: 'Money path',
    figures: [
      {
        title: 'created',
        unit: '/s',
        kind: 'rate',
        metric: 'charges_created_total',
        labels: { outcome: 'created' },
      },
      {
        title: 'paid',
        unit: '/s',
        kind: 'rate',
        metric: 'charges_transitions_total',
        labels: { to: 'COMPLETED' },
      },
      { title: 'credited', unit: '/s', kind: 'rate', metric: 'ledger_credits_total' },
      {
        title: 'notified',
        unit: '/s',
        kind: 'rate',
        metric: 'webhook_attempts_total',
        labels: { outcome: 'delivered' },
      },
    ],
  },
  {
    title: 'Latencies, p99',
    figures: [
      { title: 'create', unit: 's', kind: 'p99', metric: HTTP, labels: CREATE },
      {
        title: 'payment to detection',
        unit: 's',
        kind: 'p99',
        metric: 'deposit_pay_to_detect_seconds',
      },
      {
        title: 'confirmation to credit',
        unit: 's',
        kind: 'p99',
        metric: 'deposit_confirm_to_credit_seconds',
        badAbove: 5,
      },
      {
        title: 'credit to first attempt',
        unit: 's',
        kind: 'p99',
        metric: 'webhook_credit_to_first_attempt_seconds',
        badAbove: 5,
      },
    ],
  },
  {
    title: 'Failures',
    figures: [
      {
        title: 'of ours',
        unit: '/s',
        kind: 'rate',
        metric: `${HTTP}_count`,
        labels: { error_type: 'ours' },
        badAbove: 0,
        isZeroWhenAbsent: true,
      },
      {
        title: 'of the bank',
        unit: '/s',
        kind: 'rate',
        metric: `${HTTP}_count`,
        labels: { error_type: 'bank' },
        badAbove: 0,
        isZeroWhenAbsent: true,
      },
      {
        title: 'bank circuit (2: calls fail at once)',
        unit: '',
        kind: 'max',
        metric: 'provider_circuit_state',
        badAbove: 0,
      },
      { title: 'dependencies down', unit: '', kind: 'zeros', metric: 'dependency_up', badAbove: 0 },
    ],
  },
  {
    title: 'Money that waits',
    figures: [
      {
        title: 'oldest unpublished event',
        unit: 's',
        kind: 'max',
        metric: 'outbox_oldest_unpublished_seconds',
        badAbove: 30,
      },
      {
        title: 'consumer without progress',
        unit: 's',
        kind: 'max',
        metric: 'event_consumer_progress_age_seconds',
        badAbove: 60,
      },
      { title: 'records that wait', unit: '', kind: 'sum', metric: 'event_consumer_lag' },
      { title: 'records parked', unit: '', kind: 'max', metric: 'events_parked', badAbove: 0 },
      {
        title: 'oldest due webhook',
        unit: 's',
        kind: 'max',
        metric: 'webhooks_oldest_due_seconds',
        badAbove: 60,
      },
      {
        title: 'in suspense',
        unit: 'cents',
        kind: 'max',
        metric: 'ledger_suspense_cents',
        badAbove: 0,
      },
      {
        title: 'payments swept up to',
        unit: 's',
        kind: 'max',
        metric: 'sweep_watermark_age_seconds',
        badAbove: 300,
      },
    ],
  },
  {
    title: 'Proof and runtime',
    figures: [
      {
        title: 'violations found since the start',
        unit: '',
        kind: 'sum',
        metric: 'audit_violations_total',
        badAbove: 0,
      },
      {
        title: 'last audit',
        unit: 's',
        kind: 'since',
        metric: 'audit_last_success_timestamp_seconds',
        badAbove: 600,
      },
      {
        title: 'requests that wait for a connection',
        unit: '',
        kind: 'max',
        metric: 'db_pool_connections',
        labels: { state: 'waiting' },
        badAbove: 0,
      },
      { title: 'relay leaders', unit: '', kind: 'sum', metric: 'relay_leader', badBelow: 2 },
      {
        title: 'first certificate ends in',
        unit: 's',
        kind: 'until',
        metric: 'internal_certificate_expiry_timestamp_seconds',
        badBelow: THREE_DAYS_S,
      },
    ],
  },
];

export function isBad({ badAbove, badBelow }: Figure, value: number): boolean {
  return (
    (badAbove !== undefined && value > badAbove) || (badBelow !== undefined && value < badBelow)
  );
}
