/** Under the same Idempotency-Key, the API carries these out once and repeats its reply. */
export const KEYED_CALLS: ReadonlySet<string> = new Set([
  'POST /api/deposit',
  'POST /api/deposit/{paymentLinkId}/refund',
]);

/** Repeated, these change nothing more and get the same reply. */
const IDEMPOTENT_CALLS: ReadonlySet<string> = new Set([
  'DELETE /api/deposit/{paymentLinkId}',
  'PATCH /api/webhooks/{webhookId}',
  'POST /api/events/ack',
]);

/** Whether a call may be sent again when it is not known if it was carried out. */
export function isRepeatable(call: string, idempotencyKey: string | undefined): boolean {
  if (call.startsWith('GET ') || IDEMPOTENT_CALLS.has(call)) return true;
  return idempotencyKey !== undefined && KEYED_CALLS.has(call);
}
