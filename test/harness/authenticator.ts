import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/**
 * What an authenticator app shows, now or some steps of thirty seconds later. A code of now or of the next step is
 * still accepted by a machine that stalls after it was made; one of the step before may not be.
 */
export function codeFor(secret: string, stepsLater = 0): string {
  const timestamp = Date.now() + stepsLater * STEP_MS;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}
