import { fieldError } from '@entrada/platform/errors/app-error';

export type Account = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly createdAt: Date;
};

const EMAIL = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,190}$/u;
/** Postgres cannot store NUL, and control characters are invisible to readers. */
const CONTROL = /\p{Cc}/u;
const NAME_LENGTH_MAX = 100;
const PASSWORD_LENGTH_MIN = 12;
const PASSWORD_LENGTH_MAX = 200;

export function parseEmail(text: string): string {
  const email = emailOrNull(text);
  if (email === null) throw fieldError('email', 'must be an e-mail address');
  return email;
}

/** At log-in a malformed address is treated like an unknown one. */
export function emailOrNull(text: string): string | null {
  const email = text.trim().toLowerCase();
  return EMAIL.test(email) ? email : null;
}

export function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > NAME_LENGTH_MAX) {
    throw fieldError('name', `must have 1 to ${NAME_LENGTH_MAX} characters`);
  }
  if (CONTROL.test(name)) throw fieldError('name', 'must not contain control characters');
  return name;
}

export function parsePassword(text: string, field = 'password'): string {
  if (!isPassword(text)) {
    const wanted = `must have ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters`;
    throw fieldError(field, wanted);
  }
  return text;
}

/** Passwords that no account can have are not hashed: a long one would cost too much. */
export function isPassword(text: string): boolean {
  return text.length >= PASSWORD_LENGTH_MIN && text.length <= PASSWORD_LENGTH_MAX;
}
