/** How the bank can fail a call, the status that the client gets then, and how long a gateway waits for that. */
export const BANK_FAULTS = [
  ['malformed', 502, { REQUEST_TIMEOUT_MS: '30000' }],
  ['slow', 504, { REQUEST_TIMEOUT_MS: '4000' }],
] as const;

/** Calls of ours that fail with the call of the bank that they need. */
export const NEEDING_BANK = [
  ['put-cob', 'POST /api/deposit'],
  ['patch-cob', 'DELETE /api/deposit/{paymentLinkId}'],
] as const;
