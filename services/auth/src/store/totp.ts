import { Secret, TOTP } from 'otpauth';
import type { Totp } from '../ports/two-factor.ts';

const ISSUER = 'Entrada';
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Clocks of phones differ: the code before and the one after count too. */
const STEPS_AROUND = 1;

/** What every authenticator app understands: SHA-1, six digits, thirty seconds. */
export function openTotp(): Totp {
  const totpOf = (secret: string, label = '') =>
    new TOTP({
      issuer: ISSUER,
      label,
      secret: Secret.fromBase32(secret),
      digits: DIGITS,
      period: STEP_SECONDS,
    });
  return {
    newSecret: () => new Secret({ size: SECRET_BYTES }).base32,
    urlOf: (secret, email) => totpOf(secret, email).toString(),
    stepOf(secret, digits, at) {
      const timestamp = at.getTime();
      const delta = totpOf(secret).validate({ token: digits, timestamp, window: STEPS_AROUND });
      return delta === null ? null : Math.floor(timestamp / 1_000 / STEP_SECONDS) + delta;
    },
  };
}
