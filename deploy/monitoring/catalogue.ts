import { PIX_OPERATIONS } from '@entrada/pix/client/observation';
import { MAIL_OUTCOMES } from '../../services/auth/src/domain/notice.ts';
import { MAIL_KINDS } from '../../services/auth/src/metrics/auth-metrics.ts';
import { ChargeStatus, SOURCES } from '../../services/charges/src/domain/charge.ts';
import { ExceptionKind } from '../../services/charges/src/domain/settle.ts';
import { Carrier } from '../../services/gateway/src/domain/caller.ts';
import { INVARIANTS } from '../../services/ledger/src/domain/violation.ts';
import * as values from './labels.ts';

type Labels = Readonly<Record<string, values.Values>>;

const RPC = { rpc_method: values.RPC_METHODS, rpc_status_code: values.RPC_STATUS };
const STATUSES = Object.values(ChargeStatus);
const BY_GROUP = { group: values.GROUPS };
const BY_TOPIC = { topic: values.TOPICS };
const NONE: Labels = {};

/**
 * Every metric of ours with its labels and their values. A test compares it with the code, the rules, the
 * dashboards, the documents and a running system: an account, a key or an address in a label fails there.
 */
export const CATALOGUE: Readonly<Record<string, Labels>> = {
  // Requests
  http_server_request_duration_seconds: {
    http_request_method: values.METHODS,
    http_route: values.ROUTES,
    http_response_status_code: values.STATUS,
    error_type: ['', 'bank', 'ours'],
  },
  rpc_server_call_duration_seconds: RPC,
  rpc_client_call_duration_seconds: { ...RPC, server_address: values.ADDRESS },
  rpc_server_streams_ended_total: RPC,
  rpc_client_streams_ended_total: RPC,
  rpc_connections_refused_total: NONE,
  use_case_duration_seconds: { use_case: values.USE_CASES, outcome: ['ok', 'error'] },
  overload_refused_total: NONE,
  auth_decisions_total: {
    result: [
      'accepted',
      'error',
      'missing',
      'invalid',
      'ip_refused',
      'frozen',
      'throttled',
      'unavailable',
    ],
    carrier: ['none', ...Object.values(Carrier)],
  },
  auth_cache_total: { result: ['hit', 'refused', 'miss'] },
  ratelimit_decisions_total: {
    scope: ['key', 'account', 'failed_key', 'public', 'callback'],
    result: ['allowed', 'refused'],
    backend: ['redis', 'memory'],
  },
  revocation_stream_up: NONE,

  // Bank
  provider_request_duration_seconds: {
    operation: [...PIX_OPERATIONS, 'token'],
    outcome: [
      'ok',
      'not-found',
      'rejected',
      'unavailable',
      'timeout',
      'bad-response',
      'other-amount',
      'circuit-open',
    ],
  },
  provider_circuit_state: { operation: PIX_OPERATIONS },
  provider_certificate_expiry_timestamp_seconds: NONE,
  provider_list_problems_total: {
    problem: ['count-too-low', 'count-mismatch', 'too-many-pages', 'unreadable', 'refund'],
  },
  provider_poll_coalesced_total: NONE,
  provider_poll_skipped_total: NONE,
  sweep_watermark_age_seconds: NONE,
  payments_unclear: NONE,
  bank_windows_unread: NONE,
  payments_set_aside_total: NONE,
  refunds_oldest_pending_seconds: NONE,
  refunds_settled_after_failure_total: NONE,
  payment_returns_total: {
    natureza: [
      'ORIGINAL',
      'RETIRADA',
      'MED_OPERACIONAL',
      'MED_FRAUDE',
      'MED_PIX_AUTOMATICO',
      'OTHER',
    ],
  },

  // Money
  charges_created_total: {
    outcome: ['created', 'replayed', 'refused', 'provider_unavailable', 'error'],
  },
  charges_transitions_total: { from: STATUSES, to: STATUSES, source: SOURCES },
  charges_pending: NONE,
  charges_oldest_pending_seconds: NONE,
  deposit_exceptions_total: { kind: Object.values(ExceptionKind) },
  deposit_pay_to_detect_seconds: NONE,
  deposit_detect_to_confirm_seconds: NONE,
  deposit_confirm_to_credit_seconds: NONE,
  deposit_receive_to_credit_seconds: NONE,
  ledger_credits_total: NONE,
  ledger_credited_cents_total: NONE,
  ledger_fee_cents_total: NONE,
  ledger_suspense_cents: NONE,
  ledger_owed_cents: NONE,
  audit_violations_total: { invariant: Object.keys(INVARIANTS) },
  audit_last_success_timestamp_seconds: NONE,
  payments_late_total: { what: ['payment', 'return'] },
  reconciliation_unread_windows_total: NONE,

  // Events
  event_write_to_publish_seconds: BY_TOPIC,
  event_publish_to_receive_seconds: { ...BY_TOPIC, ...BY_GROUP },
  outbox_unpublished: BY_TOPIC,
  outbox_oldest_unpublished_seconds: BY_TOPIC,
  relay_leader: NONE,
  relay_publish_failures_total: NONE,
  event_consumer_lag: { ...BY_TOPIC, ...BY_GROUP, partition: values.PARTITION },
  event_consumer_progress_age_seconds: BY_GROUP,
  events_parked: BY_GROUP,
  events_parked_total: { ...BY_GROUP, reason: values.REASONS },
  inbox_duplicates_total: BY_GROUP,

  // Webhooks and mails
  webhook_attempts_total: { outcome: values.ATTEMPT_OUTCOMES },
  webhook_attempt_duration_seconds: NONE,
  webhook_credit_to_first_attempt_seconds: NONE,
  webhook_receive_to_first_byte_seconds: NONE,
  webhooks_due_backlog: NONE,
  webhooks_oldest_due_seconds: NONE,
  webhooks_exhausted_total: NONE,
  webhook_endpoints: { state: ['ENABLED', 'OWNER', 'GONE', 'FAILING'] },
  mails_total: { kind: MAIL_KINDS, outcome: MAIL_OUTCOMES },
  mail_oldest_waiting_seconds: NONE,

  // Processes
  build_info: { version: values.VERSIONS, node_version: values.VERSIONS },
  dependency_up: { dependency: ['database', 'event log', 'redis', 'bank'] },
  job_last_success_timestamp_seconds: { job: values.JOBS },
  job_success_max_age_seconds: { job: values.JOBS },
  db_pool_connections: { state: ['used', 'idle', 'waiting'] },
  db_pool_connections_max: NONE,
  db_pool_wait_seconds: NONE,
  internal_certificate_expiry_timestamp_seconds: NONE,
  nodejs_eventloop_utilization_ratio: NONE,
  audit_log_head_sequence: NONE,
  audit_log_head_hash: NONE,
  audit_log_cut: NONE,
  audit_lines_lost_total: NONE,
};

/** What prom-client measures of every process; their labels are its own. */
export const OF_PROM_CLIENT = /^(process|nodejs)_/;
