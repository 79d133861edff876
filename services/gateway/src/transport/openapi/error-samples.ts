import { readEventKinds } from '@entrada/contracts/event-kinds';
import { PROVIDER_UNAVAILABLE, type Reason } from '@entrada/contracts/reasons';
import { ERROR_CODES } from './error-codes.ts';
import type { Schema } from './schema.ts';

/** A sentence, or a field and what is wrong with it. */
type Sample = string | readonly [field: string, message: string];

const EVENT_NAMES = readEventKinds().map(({ name }) => name);

/** One message of each code, as the service writes it. */
const SAMPLES: Readonly<Partial<Record<Reason, Sample>>> = {
  bad_request: 'Duplicate authorization header',
  invalid_json: 'Request body must be a JSON object',
  invalid_value: ['value', 'must be a positive integer (cents)'],
  invalid_request: ['limit', 'must be an integer between 1 and 200'],
  invalid_idempotency_key: ['Idempotency-Key', 'must have 1 to 255 printable ASCII characters'],
  idempotency_key_required: [
    'Idempotency-Key',
    'is required: send a new unique value for each refund, and the same value when you retry it',
  ],
  invalid_external_id: ['externalId', 'must not contain control characters'],
  invalid_description: ['description', 'must not contain control characters'],
  invalid_reason: ['reason', 'must not contain control characters'],
  invalid_cursor: [
    'cursor',
    'is invalid: send the nextCursor of the previous page, or leave it out',
  ],
  invalid_time: ['from', 'must be an ISO 8601 time'],
  invalid_window: ['from', 'must be before to'],
  invalid_name: ['name', 'must be 1 to 100 printable characters'],
  invalid_url: ['url', 'must be an https URL'],
  invalid_events: ['event', `must be one of ${EVENT_NAMES.join(', ')}`],
  invalid_authorization: ['authorization', 'must be 1 to 1024 printable ASCII characters'],
  replay_too_large: 'The time window contains more than 10000 deliveries',
  webhook_test_failed: 'The test event was not accepted: it answered 401',
  invalid_token: 'The link is invalid, was used before or has expired',
  missing_api_key: 'API key is required',
  invalid_api_key: 'Invalid API key',
  session_required: 'Session required: POST /api/session',
  two_factor_required: 'Two-factor code required',
  wrong_code: 'Wrong two-factor code',
  wrong_credentials: 'Wrong e-mail address or password',
  insufficient_scope: 'API key lacks the scope deposits:write',
  account_frozen: 'Account is frozen',
  ip_not_allowed: 'API key may not be used from this IP address',
  cross_site_request: 'Request was sent by another site',
  proof_required: 'Password required again: POST /api/session/proof',
  two_factor_setup_required: 'Two-factor authentication must be set up first: POST /api/two-factor',
  permission_denied: 'Not permitted for this caller',
  two_factor_on: 'Two-factor authentication is already on',
  two_factor_off: 'Two-factor authentication is not set up',
  not_found: 'Not found',
  account_not_found: 'Account not found',
  charge_not_found: 'Charge not found',
  receipt_not_found: 'No receipt: the charge is not credited yet',
  refund_not_found: 'Refund not found',
  webhook_not_found: 'Webhook endpoint not found',
  delivery_not_found: 'Delivery not found',
  method_not_allowed: 'Method not allowed, use GET or POST',
  request_timeout: 'Request did not arrive in time',
  idempotency_in_progress: 'A request with this Idempotency-Key is still in progress',
  external_id_conflict: 'externalId is used by charge b3c7a1f0-5d2e-4a6b-9c8d-7e6f5a4b3c2d',
  charge_not_pending: 'Charge already completed',
  charge_not_completed: 'Charge is not completed',
  insufficient_balance: 'Balance does not cover the refund',
  conflict: 'It has changed meanwhile',
  key_limit_reached: 'An account can have at most 100 usable API keys',
  key_not_active: 'API key is revoked',
  endpoint_limit_reached: 'An account can have at most 10 webhook endpoints',
  too_large: 'Request body is too large',
  unsupported_media_type: 'Content-Type must be application/json',
  expectation_failed: 'Expect header is not supported',
  value_out_of_range: ['value', 'must be between 1 and 100000000 cents'],
  expires_in_out_of_range: ['expiresIn', 'must be between 60 and 1209600 seconds'],
  idempotency_key_reused: 'Idempotency-Key was used for another request',
  refund_out_of_range: ['value', 'must be at most 4950 cents'],
  velocity_limit_reached:
    'Deposit exceeds the daily limit: 3 deposits and 12000 cents are left until 2026-11-17T03:00:00.000Z',
  refund_too_late: 'The payment is more than 90 days old: it can no longer be refunded',
  rate_limited: 'Too many requests, retry later',
  headers_too_large: 'Request headers are too large',
  internal_error: 'Internal server error',
  provider_unavailable: PROVIDER_UNAVAILABLE,
  auth_unavailable: 'Authentication is unavailable, retry',
  unavailable: 'Service unavailable, retry; for a POST use the same Idempotency-Key',
  receipt_not_ready: 'The receipt is not signed yet',
  overloaded: 'Server is overloaded, retry soon',
  timeout: 'Service did not answer in time, retry; for a POST use the same Idempotency-Key',
};

/** Replies with an error, for the examples of every operation that can have it. */
export const ERROR_EXAMPLES: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(ERROR_CODES).map(([code, { meaning }]) => [
    code,
    { summary: meaning, value: exampleOf(code, SAMPLES[code as Reason]) },
  ]),
);

function exampleOf(code: string, sample: Sample | undefined): Schema {
  if (sample === undefined) throw new Error(`${code} has no sample of its message`);
  const [error, fields] =
    typeof sample === 'string'
      ? [sample, {}]
      : [
          sample.join(' '),
          { details: [{ field: sample[0], message: sample[1], code: 'invalid' }] },
        ];
  return {
    success: false,
    error,
    code,
    requestId: '9b2e5c1d-4f7a-4b3c-8d2e-1f0a9b8c7d6e',
    ...fields,
  };
}
