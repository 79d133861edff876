import type { IconName } from '../ui/icon.tsx';
import type { Words } from '../words/pt.ts';

export type Section = {
  readonly to: '/' | '/deposits' | '/statement' | '/keys' | '/webhooks' | '/account';
  readonly icon: IconName;
  readonly name: (words: Words) => string;
  /** Where there is little space, at the bottom of a phone. */
  readonly shortName?: (words: Words) => string;
  /** After `g`. */
  readonly letter: string;
};

const OVERVIEW: Section = {
  to: '/',
  icon: 'overview',
  letter: 'o',
  name: (words) => words.overview.title,
};
const DEPOSITS: Section = {
  to: '/deposits',
  icon: 'deposits',
  letter: 'd',
  name: (words) => words.deposits.title,
};
const STATEMENT: Section = {
  to: '/statement',
  icon: 'statement',
  letter: 's',
  name: (words) => words.statement.title,
};
const KEYS: Section = {
  to: '/keys',
  icon: 'key',
  letter: 'k',
  name: (words) => words.keys.title,
  shortName: (words) => words.keys.shortTitle,
};
const WEBHOOKS: Section = {
  to: '/webhooks',
  icon: 'webhooks',
  letter: 'w',
  name: (words) => words.webhooks.title,
};
export const ACCOUNT: Section = {
  to: '/account',
  icon: 'account',
  letter: 'a',
  name: (words) => words.account.title,
};

export const MONEY_SECTIONS = [OVERVIEW, DEPOSITS, STATEMENT] as const;
export const API_SECTIONS = [KEYS, WEBHOOKS] as const;
export const ALL_SECTIONS: readonly Section[] = [...MONEY_SECTIONS, ...API_SECTIONS, ACCOUNT];
/** What fits at the bottom of a phone; the rest is behind "more". */
export const PHONE_SECTIONS = [OVERVIEW, DEPOSITS, STATEMENT, KEYS] as const;
export const PHONE_MORE_SECTIONS = [WEBHOOKS, ACCOUNT] as const;
