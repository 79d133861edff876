import { LIMITS } from '@entrada/contracts/limits';
import { fieldError } from '@entrada/platform/errors/app-error';

/** What an account looks for: a name of one charge, or the beginning of external ids. */
export type Search = {
  readonly by: 'id' | 'paymentLinkId' | 'endToEndId' | 'prefix';
  readonly text: string;
};

const LENGTH_MAX = LIMITS.charge.externalIdLengthMax;
const CONTROL_CHARACTER = /\p{Cc}/u;
const CHARGE_ID = /^[0-9a-f]{24}$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const END_TO_END_ID = /^E[0-9a-zA-Z]{31}$/;

/** By its shape; null when there is none. */
export function parseSearch(text: string): Search | null {
  if (text === '') return null;
  if (text.length > LENGTH_MAX || CONTROL_CHARACTER.test(text)) {
    const wanted = `must have at most ${LENGTH_MAX} characters and no control characters`;
    throw fieldError('q', wanted, { problem: 'malformed' });
  }
  if (CHARGE_ID.test(text)) return { by: 'id', text };
  if (UUID.test(text)) return { by: 'paymentLinkId', text };
  return { by: END_TO_END_ID.test(text) ? 'endToEndId' : 'prefix', text };
}

const LAST_CHARACTER = 0x10ffff;
const SURROGATES = { first: 0xd800, last: 0xdfff };

/** The first text, in the order of code points, behind all that begin with `prefix`; null: there is none. */
export function endOfPrefix(prefix: string): string | null {
  const characters = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (characters.at(-1) === LAST_CHARACTER) characters.pop();
  const last = characters.pop();
  if (last === undefined) return null;
  const next = last + 1 === SURROGATES.first ? SURROGATES.last + 1 : last + 1;
  return String.fromCodePoint(...characters, next);
}
