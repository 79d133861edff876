import type { Words } from '../words/pt.ts';

const EMAIL = /^[^@\s]+@[^@\s]+$/;

export function checkEmail(email: string, words: Words): { email?: string } {
  return EMAIL.test(email.trim()) ? {} : { email: words.session.emailInvalid };
}
