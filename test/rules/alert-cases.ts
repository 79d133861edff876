/** One minute of samples each, in the notation of promtool: `0+1x5` counts from 0 to 5, `_` is no sample. */
type Series = Readonly<Record<string, string>>;

/** When an alert must not fire yet, must fire, and must have resolved, in minutes from the start. */
export type AlertCase = {
  readonly series: Series;
  readonly quietAt: number;
  readonly firesAt: number;
  readonly resolvedAt: number;
};

const QUIET_MINUTES = 10;

/** A gauge that is fine, then wrong for so many minutes, then fine again. */
function gauge(
  name: string,
  { fine = '0', wrong, minutes }: { fine?: string; wrong: string; minutes: number },
): AlertCase {
  const samples = [
    `${fine}x${QUIET_MINUTES - 1}`,
    `${wrong}x${minutes - 1}`,
    `${fine}x${QUIET_MINUTES}`,
  ];
  return {
    series: { [name]: samples.join(' ') },
    quietAt: QUIET_MINUTES - 1,
    firesAt: QUIET_MINUTES + minutes - 1,
    resolvedAt: QUIET_MINUTES + minutes + QUIET_MINUTES,
  };
}

/** A counter that stands still, counts for five minutes, and stands still for longer than the rule looks back. */
function counter(name: string, looksBackMinutes: number): AlertCase {
  const after = looksBackMinutes + 5;
  return {
    series: { [name]: `0x${QUIET_MINUTES - 1} 1+1x4 5x${after}` },
    quietAt: QUIET_MINUTES - 1,
    firesAt: QUIET_MINUTES + 4,
    resolvedAt: QUIET_MINUTES + 5 + after,
  };
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** Requests that all succeed, then fail in part for so many minutes, then succeed again. */
function burn(good: string, bad: string, wrongMinutes: number): AlertCase {
  const goodRate = 100;
  const badRate = 10;
  const before = 2 * HOUR;
  // A rule resolves when the shorter of its windows is clean again.
  const after = wrongMinutes + HOUR;
  return {
    series: {
      [good]: `0+${goodRate}x${before + wrongMinutes + after}`,
      [bad]: `0x${before} ${badRate}+${badRate}x${wrongMinutes} ${badRate * (wrongMinutes + 1)}x${after}`,
    },
    quietAt: before - 1,
    firesAt: before + wrongMinutes,
    resolvedAt: before + wrongMinutes + after - 1,
  };
}

const http = (method: string, route: string, status: number, error: string) =>
  `http_server_request_duration_seconds_count{service="gateway",http_request_method="${method}",http_route="${route}",http_response_status_code="${status}",error_type="${error}"}`;
const creates = (error: string) => http('POST', '/api/deposit', error ? 503 : 201, error);
const queries = (error: string) =>
  http('GET', '/api/deposit/:paymentLinkId', error ? 503 : 200, error);

/** Everything takes at most 5 s, then a tenth takes longer, then nothing does. */
function slow(histogram: string, wrongMinutes: number): AlertCase {
  const before = 2 * HOUR;
  const after = 2 * HOUR;
  const fast = `0+100x${before} ${100 * before}+90x${wrongMinutes} ${100 * before + 90 * wrongMinutes}+100x${after}`;
  return {
    series: {
      [`${histogram}_count`]: `0+100x${before + wrongMinutes + after + 2}`,
      [`${histogram}_bucket{le="5"}`]: fast,
    },
    quietAt: before - 1,
    firesAt: before + wrongMinutes,
    resolvedAt: before + wrongMinutes + after - 1,
  };
}

/** Time stands still for a success while the clock goes on. */
function stale(success: string, others: Series, minutes: number): AlertCase {
  const fresh = `0+60x${QUIET_MINUTES - 1}`;
  const old = `${(QUIET_MINUTES - 1) * 60}x${minutes}`;
  const back = `${(QUIET_MINUTES + minutes) * 60}+60x${QUIET_MINUTES}`;
  return {
    series: { [success]: `${fresh} ${old} ${back}`, ...others },
    quietAt: QUIET_MINUTES - 1,
    firesAt: QUIET_MINUTES + minutes - 1,
    resolvedAt: QUIET_MINUTES + minutes + QUIET_MINUTES,
  };
}

/** What a process of the service shows as long as one runs. */
const runs = (service: string) => `build_info{service="${service}",version="1"}`;
/** In every case, unless it says otherwise. */
export const ALL_RUN: Series = {
  [runs('auth')]: '1x6000',
  [runs('charges')]: '1x6000',
  [runs('gateway')]: '1x6000',
};

/** Every alert, with samples that make it fire and resolve; where it has several reasons, words about the case after its name. */
export const ALERT_CASES: Readonly<Record<string, AlertCase>> = {
  DepositCreateBurn: burn(creates(''), creates('ours'), HOUR),
  DepositCreateBurnSlow: burn(creates(''), creates('ours'), 6 * HOUR),
  QueryBurn: burn(queries(''), queries('ours'), HOUR),
  QueryBurnSlow: burn(queries(''), queries('ours'), 6 * HOUR),
  CreditSlow: slow('deposit_confirm_to_credit_seconds', HOUR),
  FirstAttemptSlow: slow('webhook_credit_to_first_attempt_seconds', HOUR),
  BankDown: {
    series: {
      'provider_circuit_state{service="charges",operation="put-cob"}': '0x9 2x30',
      // Nobody calls any more at the end, so nobody notices that the bank is back.
      'provider_request_duration_seconds_count{operation="put-cob",outcome="circuit-open"}':
        '0x9 5+5x9 50x20',
    },
    quietAt: 9,
    firesAt: 16,
    resolvedAt: 35,
  },
  SweepStale: gauge('sweep_watermark_age_seconds', { fine: '20', wrong: '301', minutes: 3 }),
  UnclearPayments: gauge('payments_unclear', { wrong: '1', minutes: HOUR + 2 }),
  BankWindowsUnread: gauge('bank_windows_unread', { wrong: '1', minutes: HOUR + 2 }),
  RefundStuck: gauge('refunds_oldest_pending_seconds', { wrong: '3601', minutes: 7 }),
  BankCertExpiry: gauge('provider_certificate_expiry_timestamp_seconds', {
    fine: '9999999',
    wrong: '1814400',
    minutes: 12,
  }),
  OutboxStuck: gauge('outbox_oldest_unpublished_seconds{service="charges",topic="charges"}', {
    wrong: '31',
    minutes: 3,
  }),
  RelayNoLeader: gauge('relay_leader{service="charges"}', { fine: '1', wrong: '0', minutes: 4 }),
  'RelayNoLeader because two lead': {
    series: {
      'relay_leader{service="charges",instance="a"}': '1x25',
      'relay_leader{service="charges",instance="b"}': '0x9 1x4 0x12',
    },
    quietAt: 9,
    firesAt: 13,
    resolvedAt: 20,
  },
  ConsumerStalled: gauge('event_consumer_progress_age_seconds{group="ledger"}', {
    wrong: '61',
    minutes: 3,
  }),
  ConsumerAbsent: {
    series: {
      'event_consumer_lag{group="ledger"}': `0x9 ${'_ '.repeat(15)}0x20`,
      'event_consumer_lag{group="webhooks"}': '0x45',
    },
    quietAt: 9,
    firesAt: 24,
    resolvedAt: 40,
  },
  EventsParked: gauge('events_parked{service="ledger",group="ledger"}', { wrong: '1', minutes: 3 }),
  EventsUnauthenticated: counter(
    'events_parked_total{service="ledger",group="ledger",reason="unauthenticated"}',
    15,
  ),
  AuditViolation: counter('audit_violations_total{service="ledger",invariant="I2"}', 15),
  AuditLogCut: gauge('audit_log_cut', { wrong: '1', minutes: 3 }),
  AuditStale: stale('audit_last_success_timestamp_seconds', {}, 14),
  JobStale: stale(
    'job_last_success_timestamp_seconds{service="charges",exported_job="sweep"}',
    { 'job_success_max_age_seconds{service="charges",exported_job="sweep"}': '300x60' },
    9,
  ),
  SuspenseHeld: gauge('ledger_suspense_cents', { wrong: '5000', minutes: DAY + 2 }),
  OwedHeld: gauge('ledger_owed_cents', { wrong: '5000', minutes: DAY + 2 }),
  WebhookBacklog: gauge('webhooks_oldest_due_seconds', { wrong: '61', minutes: 4 }),
  WebhooksExhausted: counter('webhooks_exhausted_total', HOUR),
  SecretsUnopened: counter('webhook_attempts_total{outcome="unopened"}', 15),
  DependencyDown: gauge('dependency_up{service="ledger",dependency="database"}', {
    fine: '1',
    wrong: '0',
    minutes: 4,
  }),
  PoolSaturated: gauge('db_pool_connections{service="charges",state="waiting"}', {
    wrong: '3',
    minutes: 12,
  }),
  EventLoopLag: gauge('nodejs_eventloop_lag_p99_seconds{service="gateway"}', {
    fine: '0.05',
    wrong: '0.3',
    minutes: 12,
  }),
  RateLimitLocal: {
    series: {
      'ratelimit_decisions_total{scope="key",result="allowed",backend="memory"}':
        '0x9 1+1x19 20x20',
    },
    quietAt: 9,
    firesAt: 28,
    resolvedAt: 48,
  },
  InternalCertExpiry: gauge('internal_certificate_expiry_timestamp_seconds{service="auth"}', {
    fine: '9999999',
    wrong: '259200',
    minutes: 12,
  }),
  TargetDown: gauge('up{job="entrada",instance="ledger-1"}', {
    fine: '1',
    wrong: '0',
    minutes: 5,
  }),
  'TargetDown without a gateway': {
    series: { [runs('gateway')]: `1x9 ${'_ '.repeat(15)}1x20` },
    quietAt: 9,
    firesAt: 24,
    resolvedAt: 40,
  },
  VersionSkew: gauge('build_info{version="2"}', {
    fine: '_',
    wrong: '1',
    minutes: HOUR + 2,
  }),
};
