/** What to do about the codes that a person at a terminal meets; the API's own hint comes first. */
const ADVICE: Readonly<Record<string, string>> = {
  network_error: 'Check that it runs, the network, and the base URL (entrada profiles).',
  client_timeout: 'The server is slow or overloaded. Try again later.',
  invalid_api_key: 'Log in with a valid key: entrada login. Keys are made in the dashboard.',
  missing_api_key: 'Log in: entrada login.',
  insufficient_scope: 'Use a key with this scope. Keys and scopes are in the dashboard.',
  ip_not_allowed: 'Add the address of this computer to the key in the dashboard.',
  charge_not_found: 'Pass a paymentLinkId of this account: entrada deposits list.',
  webhook_not_found: 'Pass the id of an endpoint: entrada webhooks list.',
  delivery_not_found: 'Pass the id of a delivery: entrada deliveries list.',
  webhook_test_failed:
    'Correct the receiver, or create the endpoint with --disabled, then test and enable it.',
  charge_not_pending: 'See its status: entrada deposits show.',
  charge_not_completed: 'Only a paid deposit can be refunded: entrada deposits show.',
  insufficient_balance: 'See entrada balance.',
  external_id_conflict: 'Use another --external-id, or the deposit that has it already.',
  idempotency_key_reused: 'Use a new --idempotency-key for another request.',
  provider_unavailable: 'The bank is unavailable. Try again in a minute.',
  overloaded: 'Try again in a few seconds.',
  internal_error: 'Try again; if it persists, quote the request id to support.',
  unavailable: 'Try again in a few seconds.',
};

/** Empty for a code that is not known here; the server documents each at /docs/errors. */
export function adviceFor(code: string): string {
  return Object.hasOwn(ADVICE, code) ? (ADVICE[code] ?? '') : '';
}
