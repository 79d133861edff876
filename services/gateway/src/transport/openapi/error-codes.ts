import { LIMITS } from '@entrada/contracts/limits';
import type { Reason } from '@entrada/contracts/reasons';
import { ACCESS_ERRORS } from './access-errors.ts';
import { type Entry, errors, mapped } from './error-entry.ts';

/** A failure on our side does not show whether the request was carried out. */
const REPEAT =
  'repeat the request with the same Idempotency-Key; if it had none, first look the deposit up by its `externalId`.';
const SEND_TEXT = 'Send text without control characters.';
const { charge, idempotencyKeyLengthMax: keyMax } = LIMITS;

/** Every reason that an error can carry. A new one does not compile until it is described here. */
const ENTRIES: Readonly<Record<Reason, Entry>> = {
  ...errors(400, {
    bad_request: [
      'The request is not valid HTTP, or repeats a header that must not be repeated.',
      'Fix the client, or the proxy in front of it.',
    ],
    invalid_json: [
      'The body is not a JSON object in UTF-8, repeats a field, or is nested too deeply.',
      'Send one JSON object in which every field appears once.',
    ],
    invalid_value: [
      '`value` is not a positive integer.',
      'Send the amount as an integer in cents.',
    ],
    invalid_request: [
      'A field of the body or the query is invalid or not recognized; `details` lists each.',
      'Correct the fields listed in `details`.',
    ],
    invalid_idempotency_key: [
      `The Idempotency-Key is empty, longer than ${keyMax} characters or not printable ASCII.`,
      `Use 1 to ${keyMax} printable ASCII characters, such as a UUID.`,
    ],
    idempotency_key_required: [
      'The refund has no Idempotency-Key.',
      'Send a new unique value for each refund, and the same value when you retry it.',
    ],
    invalid_external_id: ['`externalId` contains control characters.', SEND_TEXT],
    invalid_description: ['`description` contains control characters.', SEND_TEXT],
    invalid_reason: ['`reason` contains control characters.', SEND_TEXT],
    invalid_cursor: ['The cursor is invalid.', 'Start again without a cursor.'],
    invalid_time: ['A time is malformed.', 'Send an ISO 8601 time, such as 2026-11-15T12:00:00Z.'],
    invalid_window: [
      'The time window is empty, or begins too long ago.',
      'Choose a window that ends after it begins, within the last 30 days (35 for metrics, of at most 31 days).',
    ],
    invalid_name: ['`name` is empty, too long or contains control characters.', SEND_TEXT],
    invalid_url: [
      'The URL of the endpoint is not allowed; the message says why.',
      'Use an https URL on the public internet.',
    ],
    invalid_events: [
      '`events` or `event` names an unknown event.',
      'Use only the events that the message lists.',
    ],
    invalid_authorization: [
      '`authorization` cannot be sent as a header.',
      'Use printable ASCII characters.',
    ],
    replay_too_large: [
      'The time window contains too many deliveries.',
      'Replay it in smaller windows.',
    ],
    webhook_test_failed: [
      'The receiver did not answer the test with a 2xx status.',
      'Fix the receiver; the message says what happened.',
    ],
  }),
  ...ACCESS_ERRORS,
  ...errors(404, {
    not_found: [
      'The resource does not exist, or belongs to another account.',
      'Check the path and the id.',
    ],
    account_not_found: ['The account of this session no longer exists.', 'Contact support.'],
    charge_not_found: [
      'No charge of this account has this paymentLinkId.',
      'Check the id and the account of the key.',
    ],
    receipt_not_found: ['The charge is not credited.', 'Wait for DEPOSIT_ASSET_SUCCESS.'],
    refund_not_found: ['No refund of this account has this id.', 'List the refunds.'],
    webhook_not_found: ['No endpoint of this account has this id.', 'List the endpoints.'],
    delivery_not_found: ['No delivery of this account has this id.', 'List the deliveries.'],
  }),
  ...errors(405, {
    method_not_allowed: [
      'The path does not support this method.',
      'Use a method listed in the `Allow` header.',
    ],
  }),
  ...errors(408, {
    request_timeout: [
      'The request did not arrive completely in time.',
      'Send headers and body without delay.',
    ],
  }),
  ...errors(409, {
    idempotency_in_progress: [
      'A request with this Idempotency-Key is still in progress.',
      'Repeat it after `Retry-After`.',
    ],
    external_id_conflict: [
      'Another charge already has this `externalId`; the message names it.',
      'Query that charge instead.',
    ],
    charge_not_pending: [
      'The charge is completed, expired or canceled.',
      'Query the charge for its status.',
    ],
    charge_not_completed: [
      'Only a completed charge can be refunded.',
      'Query the charge for its status.',
    ],
    insufficient_balance: [
      'The balance does not cover the refund.',
      'Refund less, or wait for credits, with a new Idempotency-Key.',
    ],
    conflict: ['It exists already, or has changed meanwhile.', 'Read it again before you retry.'],
    key_limit_reached: ['The account has the maximum number of API keys.', 'Revoke unused keys.'],
    key_not_active: ['The API key is revoked, expired or replaced.', 'Create a new key.'],
    endpoint_limit_reached: ['The account has the maximum of ten endpoints.', 'Delete one.'],
  }),
  ...errors(413, {
    too_large: [
      'The body is larger than 16 kB, or 160 kB for a new deposit.',
      'Send a smaller body.',
    ],
  }),
  ...errors(415, {
    unsupported_media_type: [
      'The body is not JSON, is compressed or is not UTF-8; the message says which.',
      'Send `Content-Type: application/json` and no `Content-Encoding`.',
    ],
  }),
  ...errors(417, {
    expectation_failed: ['The `Expect` header is not supported.', 'Omit the header.'],
  }),
  ...errors(422, {
    value_out_of_range: [
      '`value` is outside the limits.',
      'Use a value within the limits that the message names.',
    ],
    expires_in_out_of_range: [
      '`expiresIn` is outside the limits.',
      `Use ${charge.expiresInSecondsMin} to ${charge.expiresInSecondsMax} seconds.`,
    ],
    idempotency_key_reused: [
      'The Idempotency-Key was used for a different request.',
      'Use a new key for each new request.',
    ],
    refund_out_of_range: [
      'The refund exceeds what is left to refund.',
      'Refund at most the amount that the message names.',
    ],
    velocity_limit_reached: [
      'The deposit or refund exceeds what the terms of the account allow today, in number or in amount.',
      'Wait until the time in the message, or ask the operators of this deployment for a higher limit.',
    ],
    refund_too_late: [
      'The payment is more than 90 days old.',
      'Pay the money back by other means.',
    ],
  }),
  ...errors(429, {
    rate_limited: ['Too many requests or attempts.', 'Retry after `Retry-After`.'],
  }),
  ...errors(431, {
    headers_too_large: ['Path and headers are larger than 16 kB.', 'Send smaller headers.'],
  }),
  ...errors(500, {
    internal_error: [
      'A bug on our side; the request may have been carried out.',
      `Send us the \`requestId\`, and ${REPEAT}`,
    ],
  }),
  ...errors([502, 503, 504], {
    provider_unavailable: [
      'The bank returned an invalid response (502), is unavailable (503) or did not respond in time (504).',
      `Wait a few seconds, then ${REPEAT}`,
    ],
  }),
  ...errors(503, {
    auth_unavailable: ['The API key could not be verified.', 'Retry; the key may be valid.'],
    unavailable: [
      'A part of the service is unavailable; the request may have been carried out.',
      `After \`Retry-After\` ${REPEAT}`,
    ],
    receipt_not_ready: ['The receipt is not signed yet.', 'Retry after `Retry-After`.'],
    overloaded: ['This server is overloaded.', 'Retry after `Retry-After`.'],
  }),
  ...errors(504, {
    timeout: [
      'A part of the service took too long; the request may have been carried out.',
      `Wait a few seconds, then ${REPEAT}`,
    ],
  }),
  ...internal({
    unauthenticated: 401,
    approval_foreign: 403,
    approval_forged: 403,
    approval_pending: 403,
    approval_required: 403,
    approval_same_person: 403,
    already_decided: 409,
    amount_changed: 409,
    approval_altered: 409,
    approval_expired: 409,
    approval_rejected: 409,
    approval_used: 409,
    refused_meanwhile: 409,
    refused_too_often: 409,
    return_under_way: 409,
    return_unreadable: 409,
    out_of_range: 422,
    return_out_of_range: 422,
  }),
};

/** What API clients can meet. */
export const ERROR_CODES: Readonly<Record<string, Entry>> = Object.fromEntries(
  Object.entries(ENTRIES).filter(([, { isInternal }]) => !isInternal),
);

function internal<R extends Reason>(statuses: Readonly<Record<R, number>>) {
  const toEntry = (status: number): Entry => {
    return {
      statuses: [status],
      meaning: 'For operators.',
      todo: 'See the message.',
      isInternal: true,
    };
  };
  return mapped(statuses, toEntry);
}
