import { readEventKinds } from '@entrada/contracts/event-kinds';
import { LIMITS } from '@entrada/contracts/limits';
import { PROVIDER_UNAVAILABLE, type Reason } from '@entrada/contracts/reasons';
import { ACCESS_ERRORS, type ErrorEntry, errors } from './access-errors.ts';
import type { Schema } from './schema.ts';

/** A failure on our side does not show whether the request was carried out. */
const REPEAT =
  'repeat the request with the same Idempotency-Key; if it had none, first look the deposit up by its `externalId`.';
const SEND_TEXT = 'Send text without control characters.';
const { charge, idempotencyKeyLengthMax: keyMax } = LIMITS;
const EVENT_NAMES = readEventKinds().map(({ name }) => name);

/** Codes that only operators and services meet; they are not part of the public documentation. */
type InternalReason =
  | 'unauthenticated'
  | 'approval_foreign'
  | 'approval_forged'
  | 'approval_pending'
  | 'approval_required'
  | 'approval_same_person'
  | 'already_decided'
  | 'amount_changed'
  | 'approval_altered'
  | 'approval_expired'
  | 'approval_given'
  | 'approval_rejected'
  | 'approval_used'
  | 'return_ended'
  | 'return_not_denied'
  | 'return_under_way'
  | 'return_unreadable'
  | 'out_of_range'
  | 'return_out_of_range';

/** Every code that API clients can meet. A new reason does not compile until it is described here. */
const ENTRIES: Readonly<Record<Exclude<Reason, InternalReason>, ErrorEntry>> = {
  ...errors(400, {
    bad_request: [
      'The request is not valid HTTP, or repeats a header that must not be repeated.',
      'Fix the client, or the proxy in front of it.',
      'Duplicate authorization header',
    ],
    invalid_json: [
      'The body is not a JSON object in UTF-8, repeats a field, or is nested too deeply.',
      'Send one JSON object in which every field appears once.',
      'Request body must be a JSON object',
    ],
    invalid_value: [
      '`value` is not a positive integer.',
      'Send the amount as an integer in cents.',
      ['value', 'must be a positive integer (cents)'],
    ],
    invalid_request: [
      'A field of the body or the query is invalid or not recognized; `details` lists each.',
      'Correct the fields listed in `details`.',
      ['limit', 'must be an integer between 1 and 200'],
    ],
    invalid_idempotency_key: [
      `The Idempotency-Key is empty, longer than ${keyMax} characters or not printable ASCII.`,
      `Use 1 to ${keyMax} printable ASCII characters, such as a UUID.`,
      ['Idempotency-Key', 'must have 1 to 255 printable ASCII characters'],
    ],
    idempotency_key_required: [
      'The refund has no Idempotency-Key.',
      'Send a new unique value for each refund, and the same value when you retry it.',
      [
        'Idempotency-Key',
        'is required: send a new unique value for each refund, and the same value when you retry it',
      ],
    ],
    invalid_external_id: [
      '`externalId` contains control characters.',
      SEND_TEXT,
      ['externalId', 'must not contain control characters'],
    ],
    invalid_description: [
      '`description` contains control characters.',
      SEND_TEXT,
      ['description', 'must not contain control characters'],
    ],
    invalid_reason: [
      '`reason` contains control characters.',
      SEND_TEXT,
      ['reason', 'must not contain control characters'],
    ],
    invalid_cursor: [
      'The cursor is invalid.',
      'Start again without a cursor.',
      ['cursor', 'is invalid: send the nextCursor of the previous page, or leave it out'],
    ],
    invalid_time: [
      'A time is malformed.',
      'Send an ISO 8601 time, such as 2026-11-15T12:00:00Z.',
      ['from', 'must be an ISO 8601 time'],
    ],
    invalid_window: [
      'The time window is empty, or begins too long ago.',
      'Choose a window that ends after it begins, within the last 30 days (35 for metrics, of at most 31 days).',
      ['from', 'must be before to'],
    ],
    invalid_name: [
      '`name` is empty, too long or contains control characters.',
      SEND_TEXT,
      ['name', 'must be 1 to 100 printable characters'],
    ],
    invalid_url: [
      'The URL of the endpoint is not allowed; the message says why.',
      'Use an https URL on the public internet.',
      ['url', 'must be an https URL'],
    ],
    invalid_events: [
      '`events` or `event` names an unknown event.',
      'Use only the events that the message lists.',
      ['event', `must be one of ${EVENT_NAMES.join(', ')}`],
    ],
    invalid_authorization: [
      '`authorization` cannot be sent as a header.',
      'Use printable ASCII characters.',
      ['authorization', 'must be 1 to 1024 printable ASCII characters'],
    ],
    replay_too_large: [
      'The time window contains too many deliveries.',
      'Replay it in smaller windows.',
      'The time window contains more than 10000 deliveries',
    ],
    webhook_test_failed: [
      'The receiver did not answer the test with a 2xx status.',
      'Fix the receiver; the message says what happened.',
      'The test event was not accepted: it answered 401',
    ],
  }),
  ...ACCESS_ERRORS,
  ...errors(404, {
    not_found: [
      'The resource does not exist, or belongs to another account.',
      'Check the path and the id.',
      'Not found',
    ],
    account_not_found: [
      'The account of this session no longer exists.',
      'Contact support.',
      'Account not found',
    ],
    charge_not_found: [
      'No charge of this account has this paymentLinkId.',
      'Check the id and the account of the key.',
      'Charge not found',
    ],
    receipt_not_found: [
      'The charge is not credited.',
      'Wait for DEPOSIT_ASSET_SUCCESS.',
      'No receipt: the charge is not credited yet',
    ],
    refund_not_found: [
      'No refund of this account has this id.',
      'List the refunds.',
      'Refund not found',
    ],
    webhook_not_found: [
      'No endpoint of this account has this id.',
      'List the endpoints.',
      'Webhook endpoint not found',
    ],
    delivery_not_found: [
      'No delivery of this account has this id.',
      'List the deliveries.',
      'Delivery not found',
    ],
  }),
  ...errors(405, {
    method_not_allowed: [
      'The path does not support this method.',
      'Use a method listed in the `Allow` header.',
      'Method not allowed, use GET or POST',
    ],
  }),
  ...errors(408, {
    request_timeout: [
      'The request did not arrive completely in time.',
      'Send headers and body without delay.',
      'Request did not arrive in time',
    ],
  }),
  ...errors(409, {
    idempotency_in_progress: [
      'A request with this Idempotency-Key is still in progress.',
      'Repeat it after `Retry-After`.',
      'A request with this Idempotency-Key is still in progress',
    ],
    external_id_conflict: [
      'Another charge already has this `externalId`; the message names it.',
      'Query that charge instead.',
      'externalId is used by charge b3c7a1f0-5d2e-4a6b-9c8d-7e6f5a4b3c2d',
    ],
    charge_not_pending: [
      'The charge is completed, expired or canceled.',
      'Query the charge for its status.',
      'Charge already completed',
    ],
    charge_not_completed: [
      'Only a completed charge can be refunded.',
      'Query the charge for its status.',
      'Charge is not completed',
    ],
    insufficient_balance: [
      'The balance does not cover the refund.',
      'Refund less, or wait for credits, with a new Idempotency-Key.',
      'Balance does not cover the refund',
    ],
    conflict: [
      'It exists already, or has changed meanwhile.',
      'Read it again before you retry.',
      'It has changed meanwhile',
    ],
    key_limit_reached: [
      'The account has the maximum number of API keys.',
      'Revoke unused keys.',
      'An account can have at most 100 usable API keys',
    ],
    key_not_active: [
      'The API key is revoked, expired or replaced.',
      'Create a new key.',
      'API key is revoked',
    ],
    endpoint_limit_reached: [
      'The account has the maximum of ten endpoints.',
      'Delete one.',
      'An account can have at most 10 webhook endpoints',
    ],
  }),
  ...errors(413, {
    too_large: [
      'The body is larger than 16 kB, or 160 kB for a new deposit.',
      'Send a smaller body.',
      'Request body is too large',
    ],
  }),
  ...errors(415, {
    unsupported_media_type: [
      'The body is not JSON, is compressed or is not UTF-8; the message says which.',
      'Send `Content-Type: application/json` and no `Content-Encoding`.',
      'Content-Type must be application/json',
    ],
  }),
  ...errors(417, {
    expectation_failed: [
      'The `Expect` header is not supported.',
      'Omit the header.',
      'Expect header is not supported',
    ],
  }),
  ...errors(422, {
    value_out_of_range: [
      '`value` is outside the limits.',
      'Use a value within the limits that the message names.',
      ['value', 'must be between 1 and 100000000 cents'],
    ],
    expires_in_out_of_range: [
      '`expiresIn` is outside the limits.',
      `Use ${charge.expiresInSecondsMin} to ${charge.expiresInSecondsMax} seconds.`,
      ['expiresIn', 'must be between 60 and 1209600 seconds'],
    ],
    idempotency_key_reused: [
      'The Idempotency-Key was used for a different request.',
      'Use a new key for each new request.',
      'Idempotency-Key was used for another request',
    ],
    refund_out_of_range: [
      'The refund exceeds what is left to refund.',
      'Refund at most the amount that the message names.',
      ['value', 'must be at most 4950 cents'],
    ],
    velocity_limit_reached: [
      'The deposit or refund exceeds what the terms of the account allow today, in number or in amount.',
      'Wait until the time in the message, or ask the operators of this deployment for a higher limit.',
      'Deposit exceeds the daily limit: 3 deposits and 12000 cents are left until 2026-11-17T03:00:00.000Z',
    ],
    refund_too_late: [
      'The payment is more than 90 days old.',
      'Pay the money back by other means.',
      'The payment is more than 90 days old: it can no longer be refunded',
    ],
  }),
  ...errors(429, {
    rate_limited: [
      'Too many requests or attempts.',
      'Retry after `Retry-After`.',
      'Too many requests, retry later',
    ],
  }),
  ...errors(431, {
    headers_too_large: [
      'Path and headers are larger than 16 kB.',
      'Send smaller headers.',
      'Request headers are too large',
    ],
  }),
  ...errors(500, {
    internal_error: [
      'A bug on our side; the request may have been carried out.',
      `Send us the \`requestId\`, and ${REPEAT}`,
      'Internal server error',
    ],
  }),
  ...errors([502, 503, 504], {
    provider_unavailable: [
      'The bank returned an invalid response (502), is unavailable (503) or did not respond in time (504).',
      `Wait a few seconds, then ${REPEAT}`,
      PROVIDER_UNAVAILABLE,
    ],
  }),
  ...errors(503, {
    auth_unavailable: [
      'The API key could not be verified.',
      'Retry; the key may be valid.',
      'Authentication is unavailable, retry',
    ],
    unavailable: [
      'A part of the service is unavailable; the request may have been carried out.',
      `After \`Retry-After\` ${REPEAT}`,
      'Service unavailable, retry; for a POST use the same Idempotency-Key',
    ],
    receipt_not_ready: [
      'The receipt is not signed yet.',
      'Retry after `Retry-After`.',
      'The receipt is not signed yet',
    ],
    overloaded: [
      'This server is overloaded.',
      'Retry after `Retry-After`.',
      'Server is overloaded, retry soon',
    ],
  }),
  ...errors(504, {
    timeout: [
      'A part of the service took too long; the request may have been carried out.',
      `Wait a few seconds, then ${REPEAT}`,
      'Service did not answer in time, retry; for a POST use the same Idempotency-Key',
    ],
  }),
};

export const ERROR_CODES: Readonly<Record<string, ErrorEntry>> = ENTRIES;

/** Replies with an error, for the examples of every operation that can have it. */
export const ERROR_EXAMPLES: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(ERROR_CODES).map(([code, { meaning, sample }]) => [
    code,
    { summary: meaning, value: { success: false, ...messageOf(sample, code) } },
  ]),
);

function messageOf(sample: ErrorEntry['sample'], code: string): Schema {
  const requestId = '9b2e5c1d-4f7a-4b3c-8d2e-1f0a9b8c7d6e';
  if (typeof sample === 'string') return { error: sample, code, requestId };
  const [field, message] = sample;
  const details = [{ field, message, code: 'invalid' }];
  return { error: `${field} ${message}`, code, requestId, details };
}
