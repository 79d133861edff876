import { findBannedWords } from './check-words.ts';

const wordsIn = (text: string) => findBannedWords(text).map(({ word }) => word);

test.each([
  ['prose', 'The bank is away.', 'is away'],
  ['a camelCase identifier', 'const unheardOf = 1;', 'unheard'],
  ['an identifier in capitals', 'export const NO_MIRACLE = 1;', 'miracle'],
  ['a file name', 'services/ledger/test/refuse-nonsense.test.ts', 'nonsense'],
  ['an inflected word', 'It was Mended.', 'mended'],
  ['a phrase that a comment breaks', ' * what makes\n * no sense is refused', 'makes no sense'],
])('a banned word is found in %s', (_where, text, word) => {
  expect(wordsIn(text)).toEqual([word]);
});

test('words that only contain a banned one are allowed', () => {
  expect(wordsIn('recommended amendments, a history, an unheeded await, strayed')).toEqual([]);
});

test('a finding names its line and the word to use', () => {
  expect(findBannedWords('first\nhurry\n')).toEqual([
    { line: 2, word: 'hurry', instead: 'expedite' },
  ]);
});
