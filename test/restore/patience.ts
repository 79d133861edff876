export const DRILL_MAX_MS = 900_000;
/** What a restore sets in motion takes its time. */
export const PATIENT = { timeoutMs: 120_000 };
