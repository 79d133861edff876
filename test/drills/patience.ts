export const DAY_MS = 86_400_000;

/** Generous, because another test may have both cores. */
export const ALERT_WAIT_MAX_MS = 120_000;

export const patient = { timeoutMs: ALERT_WAIT_MAX_MS };
