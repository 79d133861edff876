import { deceptionIn } from './deceptive.ts';

test.each([
  'Loja da Ana',
  'Açaí & Cia. Ltda',
  'Café №1',
  'Магазин Анны',
  'Καφενείο',
  '東京カフェ Tokyo',
  '서울 Shop',
  'مقهى',
  "O'Brien's – 24 h",
  'I ❤️ Pizza',
  '👩‍🍳 Bakery 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'Tiếng Việt',
])('%s is a name', (name) => {
  expect(deceptionIn(name.normalize('NFKC'))).toBeNull();
});

test.each([
  ['zero width space', 'Sh\u200bop'],
  ['zero width joiner', 'Sh\u200dop'],
  ['word joiner', 'Sh\u2060op'],
  ['right-to-left override', 'Shop \u202egnp'],
  ['bidi isolate', 'Shop\u2066'],
  ['soft hyphen', 'Sh\u00adop'],
  ['byte order mark', '\ufeffShop'],
  ['Hangul filler', '\u3164'],
  ['blank Braille pattern', '\u2800'],
  ['variation selector', 'S\ufe0fhop'],
  ['tag characters', 'Shop\u{e0041}'],
  ['private use', 'Shop\ue000'],
  ['line separator', 'Sh\u2028op'],
  ['stacked marks', 'Sh\u0337\u0338\u0322\u0321\u0328op'],
])('an invisible character is found: %s', (_what, name) => {
  expect(deceptionIn(name.normalize('NFKC'))).toBe('invisible');
});

test.each([
  ['a Cyrillic letter in a Latin word', 'P\u0430ypal'],
  ['a Greek letter in a Latin word', 'G\u03bfogle'],
  ['a Cyrillic word beside a Latin one', '\u0421\u043e\u0441\u0430 Cola'],
  ['an Armenian letter', 'sho\u0585'],
  ['a Cherokee letter', 'S\u13a1op'],
  ['a Cyrillic letter beside Han', '\u6771\u0430'],
])('letters of several alphabets are found: %s', (_what, name) => {
  expect(deceptionIn(name.normalize('NFKC'))).toBe('mixed_scripts');
});
