import { LIMITS } from '@entrada/contracts/limits';
import { AppError, fieldError } from '@entrada/platform/errors/app-error';
import { deceptionIn } from '@entrada/platform/text/deceptive';
import { isWeakPassword } from './weak-password.ts';

export type Account = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** What payers see; null: its name. */
  readonly displayName: string | null;
  readonly createdAt: Date;
  readonly emailConfirmedAt: Date | null;
  /** Null: none chosen. */
  readonly language: Language | null;
  /** Whether log-in asks for a code. */
  readonly twoFactor: boolean;
  readonly recoveryCodesLeft: number;
  /** Null: not frozen. */
  readonly frozenAt: Date | null;
};

/** The languages of mails. */
const LANGUAGES = ['pt-BR', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const EMAIL = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]+$/u;
const ASCII = /^\p{ASCII}*$/u;
/** Postgres cannot store NUL, and control characters are invisible to readers. */
const CONTROL = /\p{Cc}/u;
const { emailLengthMax, passwordLengthMin, passwordLengthMax } = LIMITS.account;

type Founding = Pick<Account, 'id' | 'email' | 'name' | 'language' | 'createdAt'>;

export function openAccount(founding: Founding): Account {
  const safety = { emailConfirmedAt: null, twoFactor: false, recoveryCodesLeft: 0, frozenAt: null };
  return { ...founding, ...safety, displayName: null };
}

/** Empty text: none chosen. */
export function parseLanguage(text: string): Language | null {
  if (text === '') return null;
  const language = LANGUAGES.find((known) => known === text);
  if (!language)
    throw fieldError('language', `must be one of ${LANGUAGES.join(', ')}`, {
      problem: 'not_a_choice',
    });
  return language;
}

/** No mail reaches them; the accounts of demonstrations have such addresses. */
const RESERVED_DOMAIN = /\.(?:example|test|invalid|localhost)$/;

/** Demonstration accounts have passwords that are printed, so none is created where money is real. */
export function requireLiveAddress(email: string): void {
  if (!RESERVED_DOMAIN.test(email)) return;
  const wanted =
    'must be an address that gets mail: .example, .test, .invalid and .localhost do not';
  throw fieldError('email', wanted, { problem: 'invalid' });
}

/** Of a new account. Letters beyond ASCII can look like those of another address. */
export function parseEmail(text: string): string {
  const normal = text.normalize('NFKC');
  if (!ASCII.test(normal))
    throw fieldError('email', 'must have only ASCII characters', {
      problem: 'confusing_characters',
    });
  const email = emailOrNull(normal);
  if (email === null)
    throw fieldError('email', 'must be an e-mail address', { problem: 'malformed' });
  return email;
}

/** At log-in a malformed address is treated like an unknown one. */
export function emailOrNull(text: string): string | null {
  const email = text.trim().toLowerCase();
  return email.length <= emailLengthMax && EMAIL.test(email) ? email : null;
}

export function parseName(text: string, of: 'account' | 'apiKey', field = 'name'): string {
  const { nameLengthMax } = LIMITS[of];
  const name = text.normalize('NFKC').trim();
  if (name === '' || name.length > nameLengthMax) {
    const wanted = `must have 1 to ${nameLengthMax} characters`;
    throw fieldError(field, wanted, { problem: 'wrong_length' });
  }
  if (CONTROL.test(name))
    throw fieldError(field, 'must not contain control characters', {
      problem: 'control_characters',
    });
  const deception = deceptionIn(name);
  if (deception) {
    const wanted = `must not ${DECEPTIONS[deception]}`;
    throw fieldError(field, wanted, { problem: 'confusing_characters' });
  }
  return name;
}

const DECEPTIONS = {
  invisible: 'contain invisible characters',
  mixed_scripts: 'mix letters of several alphabets',
} as const;

/** A new password; `owner` is whose it is to be. */
export function parsePassword(
  text: string,
  owner: Pick<Account, 'email' | 'name'>,
  field = 'password',
): string {
  if (!isPassword(text)) {
    const wanted = `must have ${passwordLengthMin} to ${passwordLengthMax} characters`;
    throw fieldError(field, wanted, { problem: 'wrong_length' });
  }
  if (isWeakPassword(text, [owner.email, owner.name])) {
    const wanted = 'is easy to guess: use several unrelated words or random characters';
    throw fieldError(field, wanted, { problem: 'too_weak' });
  }
  return text;
}

/** Passwords that no account can have are not hashed: a long one would cost too much. */
export function isPassword(text: string): boolean {
  return text.length >= passwordLengthMin && text.length <= passwordLengthMax;
}

/** Only for operators: to others a registered address is like any other. */
export function addressTaken(): AppError {
  return new AppError('CONFLICT', 'The e-mail address is already registered');
}

export function wrongPassword(): AppError {
  return new AppError('UNAUTHENTICATED', 'Wrong password', { reason: 'wrong_credentials' });
}

export function accountNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Account not found', { reason: 'account_not_found' });
}
