/** Letters and signs that Unicode does not take apart into ASCII and a mark. */
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
 * Folds text to printable ASCII and cuts it to `lengthMax`, so that characters and bytes count
 * the same in a code. What has no ASCII spelling is left out; the result may be empty.
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
