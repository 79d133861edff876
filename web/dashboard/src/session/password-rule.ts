import { LIMITS } from '@entrada/contracts/limits';
import type { Words } from '../words/pt.ts';

const { passwordLengthMin: min, passwordLengthMax: max } = LIMITS.account;

/** Said before the error. */
export function passwordRule(words: Words): string {
  return words.session.passwordRules(min, max);
}

/** Counted in characters, as people do. */
export function passwordProblem(password: string, words: Words): string | undefined {
  const length = [...password].length;
  if (length < min) return words.session.passwordShort(min);
  return length > max ? words.common.tooLong(max) : undefined;
}
