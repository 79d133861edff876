/** Letters and signs that Unicode does not decompose into ASCII and a mark. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ł: 'l',
  Ł: 'L',
  þ: 'th',
  Þ: 'TH',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
};

/**
 * Folds text to printable ASCII and truncates it to `lengthMax`, so that one character is one byte in
 * a code. Characters without an ASCII form are removed; the result may be empty.
 */
export function merchantText(text: string, lengthMax: number): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => SPELLED[letter] ?? '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, lengthMax)
    .trimEnd();
}
