/** Emoji hold joiners and selectors that are invisible elsewhere. */
const EMOJI = /\p{RGI_Emoji}/gv;
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** More marks than this on one letter cover the lines around it. */
const STACKED_MARKS = /\p{M}{5}/u;
const LETTERS = /\p{L}/gu;

/** Scripts that are written together; Latin may stand beside those of East Asia. */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Hangul'],
  ['Latin', 'Han', 'Bopomofo'],
];
const SCRIPTS = [
  ...new Set(TOGETHER.flat()),
  'Cyrillic',
  'Greek',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Tamil',
  'Thai',
  'Ethiopic',
].map((name) => ({ name, pattern: new RegExp(`\\p{Script_Extensions=${name}}`, 'u') }));
const OTHER = 'other';

/** What makes a text look like another one, or like nothing; null: nothing does. `text` is in NFKC. */
export function deceptionIn(text: string): 'invisible' | 'mixed_scripts' | null {
  const plain = text.replaceAll(EMOJI, '');
  if (INVISIBLE.test(plain) || STACKED_MARKS.test(plain)) return 'invisible';
  const used = new Set((plain.match(LETTERS) ?? []).map(scriptOf));
  if (used.size <= 1) return null;
  const areTogether = TOGETHER.some((scripts) => [...used].every((name) => scripts.includes(name)));
  return areTogether ? null : 'mixed_scripts';
}

function scriptOf(letter: string): string {
  return SCRIPTS.find(({ pattern }) => pattern.test(letter))?.name ?? OTHER;
}

/** Control and invisible characters: at a terminal they could make a text show something else than it says. */
export const HIDDEN = /[\p{Cc}\p{Cf}]/u;
