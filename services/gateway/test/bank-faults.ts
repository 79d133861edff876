/** How the bank can fail a call, and the status that the client gets then. */
export const BANK_FAULTS = [
  ['malformed', 502],
  ['slow', 504],
] as const;

/** Calls of ours that fail with the call of the bank that they need. */
export const NEEDING_BANK = [
  ['put-cob', 'POST /api/deposit'],
  ['patch-cob', 'DELETE /api/deposit/{paymentLinkId}'],
] as const;
