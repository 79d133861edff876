type ErrorCodeEntry = { readonly status: number; readonly meaning: string; readonly todo: string };

/** Of a failure on our side nobody can tell whether it came before or after the commit. */
const REPEAT =
  'repeat with the same Idempotency-Key; without one, first look the deposit up by its `externalId`.';

/** Every `code` that a refusal can carry: what it means, and what a client does about it. */
export const ERROR_CODES: Readonly<Record<string, ErrorCodeEntry>> = {
  ...refusals(400, {
    bad_request: [
      'The request is not proper HTTP, or has a header twice that must come once.',
      'Fix the client or the proxy in front of it.',
    ],
    invalid_json: [
      'The body is no JSON object in UTF-8, names a field twice, or is nested too deeply.',
      'Send a JSON object in which every field comes once.',
    ],
    invalid_value: ['`value` is no positive integer.', 'Send cents as a whole number.'],
    invalid_request: [
      'A field of the body or the query is wrong or not known; `details` names each.',
      'Correct the fields.',
    ],
    invalid_idempotency_key: [
      'The Idempotency-Key is empty, too long or not ASCII.',
      'Use 1 to 255 printable characters, such as a UUID.',
    ],
    invalid_external_id: ['`externalId` has control characters.', 'Send plain text.'],
    invalid_description: ['`description` has control characters.', 'Send plain text.'],
    invalid_reason: ['`reason` has control characters.', 'Send plain text.'],
    invalid_cursor: ['The cursor is not one that we gave out.', 'Start again without a cursor.'],
    invalid_time: ['A time makes no sense.', 'Send ISO 8601 in UTC.'],
    invalid_window: ['The window of time is empty or too old.', 'Choose another window.'],
    invalid_name: ['`name` is empty or has control characters.', 'Send plain text.'],
    invalid_url: ['The URL of the webhook cannot be used.', 'Use a public https URL.'],
    invalid_events: ['An event in `events` does not exist.', 'See the list of events.'],
    invalid_authorization: ['`authorization` cannot be a header.', 'Use printable ASCII.'],
    replay_too_large: ['The window holds too many deliveries.', 'Replay it in smaller parts.'],
    webhook_test_failed: [
      'The receiver did not answer the test with 2xx.',
      'Make the receiver accept it; the message says what happened.',
    ],
  }),
  ...refusals(401, {
    missing_api_key: ['No API key was sent.', 'Send `Authorization: Bearer <key>`.'],
    invalid_api_key: [
      'The key is unknown, revoked, expired or of another mode.',
      'Use a key from the dashboard of this deployment.',
    ],
    session_required: ['Nobody is logged in.', 'Log in to the dashboard.'],
    wrong_credentials: ['E-mail address or password is wrong.', 'Try again.'],
  }),
  ...refusals(403, {
    insufficient_scope: ['The key lacks a scope.', 'Use a key that has the scope in the message.'],
    ip_not_allowed: ['The key may not be used from this address.', 'Extend the key’s list.'],
    cross_site_request: [
      'Another site made the browser send this, or may have.',
      'Use the dashboard itself; a program sends `Content-Type: application/json`.',
    ],
    permission_denied: ['The call is not for you.', 'Do not make it.'],
  }),
  ...refusals(404, {
    not_found: ['There is no such thing, or it is not yours.', 'Check path and id.'],
    charge_not_found: [
      'No charge of this account has this paymentLinkId.',
      'Check the id and the key’s account.',
    ],
    receipt_not_found: ['The charge is not credited.', 'Wait for DEPOSIT_ASSET_SUCCESS.'],
    webhook_not_found: ['No webhook of this account has this id.', 'List the webhooks.'],
    delivery_not_found: ['No delivery of this account has this id.', 'List the deliveries.'],
  }),
  ...refusals(405, {
    method_not_allowed: ['The path has no such method.', 'Use one that `Allow` names.'],
  }),
  ...refusals(408, {
    request_timeout: ['The request was not sent in time.', 'Send headers and body at once.'],
  }),
  ...refusals(409, {
    idempotency_in_progress: [
      'A request with this Idempotency-Key is running.',
      'Repeat it after `Retry-After`.',
    ],
    external_id_conflict: [
      'A charge has this `externalId` already; the message names it.',
      'Query that charge instead.',
    ],
    charge_not_pending: ['The charge was paid, has expired or is canceled.', 'Query it.'],
    charge_not_completed: ['Only what was paid can be refunded.', 'Query the charge.'],
    insufficient_balance: ['The balance does not cover the refund.', 'Refund later or less.'],
    conflict: ['The e-mail address is taken.', 'Log in, or use another address.'],
    key_limit_reached: ['The account has as many keys as it may have.', 'Revoke some.'],
    key_not_active: ['The key is revoked or expired.', 'Create a new one.'],
    endpoint_limit_reached: ['The account has ten webhooks.', 'Delete one.'],
  }),
  ...refusals(413, { too_large: ['The body is larger than 16 kB.', 'Send less.'] }),
  ...refusals(415, {
    unsupported_media_type: [
      'The body is not plain JSON, or compressed, or not UTF-8; the message says which.',
      'Send `Content-Type: application/json` and no `Content-Encoding`.',
    ],
  }),
  ...refusals(417, {
    expectation_failed: ['`Expect` asks for more than `100-continue`.', 'Leave it out.'],
  }),
  ...refusals(422, {
    value_out_of_range: ['`value` is outside the limits.', 'Stay within the limits named.'],
    expires_in_out_of_range: ['`expiresIn` is outside the limits.', 'Use 60 to 1209600 seconds.'],
    idempotency_key_reused: [
      'The Idempotency-Key was used for another request.',
      'Use a new key for a new request.',
    ],
    refund_out_of_range: ['More than what is left to refund.', 'Refund at most what is named.'],
    refund_too_late: ['The payment is more than 90 days old.', 'Pay back by other means.'],
  }),
  ...refusals(429, {
    rate_limited: ['Too many requests or tries.', 'Slow down; go on after `Retry-After`.'],
  }),
  ...refusals(431, {
    headers_too_large: ['Path and headers have more than 16 kB.', 'Send less.'],
  }),
  ...refusals(500, {
    internal_error: [
      'A bug of ours; what was asked may have been done.',
      `Tell us the \`requestId\`; ${REPEAT}`,
    ],
  }),
  ...refusals(502, {
    bad_upstream: ['The bank answered with nonsense.', `Wait a little, then ${REPEAT}`],
  }),
  ...refusals(503, {
    provider_unavailable: ['The bank did not answer.', `Wait a little, then ${REPEAT}`],
    auth_unavailable: ['The key could not be checked.', 'Retry; the key may well be good.'],
    unavailable: [
      'A part of the service is away; what was asked may have been done.',
      `After \`Retry-After\` ${REPEAT}`,
    ],
    receipt_not_ready: ['The credit is not sealed yet.', 'Ask again after `Retry-After`.'],
    overloaded: ['This replica is too busy.', 'Retry after `Retry-After`.'],
  }),
  ...refusals(504, {
    timeout: [
      'A part of the service took too long; what was asked may have been done.',
      `Wait a little, then ${REPEAT}`,
    ],
  }),
};

type Words = readonly [meaning: string, todo: string];

function refusals(
  status: number,
  codes: Readonly<Record<string, Words>>,
): Record<string, ErrorCodeEntry> {
  const entries = Object.entries(codes);
  return Object.fromEntries(
    entries.map(([code, [meaning, todo]]) => [code, { status, meaning, todo }]),
  );
}
