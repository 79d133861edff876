import { AppError } from '@entrada/platform/errors/app-error';

export type TwoFactor = {
  readonly sealedSecret: Buffer;
  /** Null: it is being set up, and log-in does not ask for a code yet. */
  readonly confirmedAt: Date | null;
  /** The time step of the last accepted code. */
  readonly lastStep: number;
};

/** What the secret of an account is sealed for. */
export const twoFactorRow = (accountId: string): string => `two_factor/${accountId}`;

/** How a code was judged. `none`: the account has no two-factor authentication. */
export type Factor = 'none' | 'code' | 'recovery_code' | 'missing' | 'wrong';

export const RECOVERY_CODES = 10;
/** Without letters that are read as digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RECOVERY_CODE = /^[0-9a-hjkmnp-tv-z]{12}$/;
const AUTHENTICATOR_CODE = /^\d{6}$/;

/** Twelve characters of five random bits each, in groups of four. */
export function recoveryCodeFrom(random: Buffer): string {
  const letters = [...random.subarray(0, 12)].map((byte) => ALPHABET.charAt(byte % 32));
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-');
}

type TypedCode =
  | { readonly kind: 'code'; readonly digits: string }
  | { readonly kind: 'recovery_code'; readonly text: string };

/** Null for what can be neither kind of code. Spaces, dashes and capitals are how people type them. */
export function parseCode(typed: string): TypedCode | null {
  const text = typed.replaceAll(/[\s-]/g, '').toLowerCase();
  if (AUTHENTICATOR_CODE.test(text)) return { kind: 'code', digits: text };
  const plain = text.replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return RECOVERY_CODE.test(plain) ? { kind: 'recovery_code', text: plain } : null;
}

export function isRefused(factor: Factor): factor is 'missing' | 'wrong' {
  return factor === 'missing' || factor === 'wrong';
}

export function factorRefusal(factor: 'missing' | 'wrong'): AppError {
  return factor === 'missing'
    ? new AppError('UNAUTHENTICATED', 'Two-factor code required', { reason: 'two_factor_required' })
    : new AppError('UNAUTHENTICATED', 'Wrong two-factor code', { reason: 'wrong_code' });
}

export function twoFactorIsOn(): AppError {
  const message = 'Two-factor authentication is already on';
  return new AppError('CONFLICT', message, { reason: 'two_factor_on' });
}

export function twoFactorIsOff(): AppError {
  const message = 'Two-factor authentication is not set up';
  return new AppError('CONFLICT', message, { reason: 'two_factor_off' });
}
