import type { Words } from '../words/pt.ts';

const EMAIL = /^[^@\s]+@[^@\s]+$/;

export function checkEmail(email: string, words: Words): { email?: string } {
  return EMAIL.test(email.trim()) ? {} : { email: words.session.emailInvalid };
}

/** The API checks the rest; the domain without a dot is what people mistype. */
export function checkNewEmail(email: string, words: Words): { email?: string } {
  const [, domain = ''] = email.split('@');
  return domain.includes('.') ? checkEmail(email, words) : { email: words.session.emailInvalid };
}
