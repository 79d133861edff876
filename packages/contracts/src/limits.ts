/** Limits of what clients may send, the same at the gateway, in its documentation and in the services. */
export const LIMITS = {
  account: {
    emailLengthMax: 254,
    nameLengthMax: 100,
    passwordLengthMin: 12,
    passwordLengthMax: 200,
  },
  apiKey: { nameLengthMax: 100, allowedIpsMax: 50, overlapSecondsMax: 604_800 },
  charge: {
    expiresInSecondsMin: 60,
    expiresInSecondsMax: 1_209_600,
    externalIdLengthMax: 128,
    descriptionLengthMax: 140,
    refundReasonLengthMax: 140,
    waitSecondsMax: 30,
    metadata: { pairsMax: 20, keyLengthMax: 40, valueLengthMax: 500 },
  },
  endpoint: { nameLengthMax: 100, urlLengthMax: 2_048, authorizationLengthMax: 1_024 },
  idempotencyKeyLengthMax: 255,
  page: { default: 50, max: 200 },
} as const;
