/** A password has this many parts that do not follow from what is before them, or it is weak. */
const PARTS_MIN = 6;
/** A word of a list is worth two characters: there are few of them. */
const WORD_PARTS = 2;
const OWN_WORD_LENGTH_MIN = 3;
/** Neighbours in these rows follow from each other, in both directions and at the ends. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz'];
const FOLLOWS = new Set(
  ROWS.flatMap((row) =>
    [...row].flatMap((char, at) => {
      const next = row[(at + 1) % row.length] ?? '';
      return [`${char}${next}`, `${next}${char}`];
    }),
  ),
);
/** Digits and signs that people write for letters. */
const LETTER_FOR: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
const SIGNS = /[@431!0$57]/g;
const YEAR = /(?:19|20)\d\d/g;
/** Stands where a word was. */
const GAP = '\u0000';

/**
 * Whether a password is quickly guessed: repetitions, rows of keys, years, common words, and what is
 * known of its owner. Random characters and phrases of a few words are not.
 */
export function isWeakPassword(password: string, about: readonly string[]): boolean {
  const own = about.flatMap(wordsOf);
  const longestFirst = [...own, ...COMMON_WORDS].sort((a, b) => b.length - a.length);
  let rest = password.normalize('NFKC').toLowerCase();
  let words = 0;
  for (const word of longestFirst) {
    const without = withoutWord(rest, word);
    if (without !== rest && !own.includes(word)) words += 1;
    rest = without;
  }
  return words * WORD_PARTS + surprisesIn(rest.replaceAll(YEAR, GAP)) < PARTS_MIN;
}

/** The word is found also where signs stand for its letters. */
function withoutWord(text: string, word: string): string {
  const spelled = text.replaceAll(SIGNS, (sign) => LETTER_FOR[sign] ?? sign);
  for (const reading of [text, spelled]) {
    const at = reading.indexOf(word);
    if (at < 0) continue;
    const end = at + word.length;
    return withoutWord(`${text.slice(0, at)}${GAP}${text.slice(end)}`, word);
  }
  return text;
}

/** Characters that do not follow from the one before. Each counts once: repeating it adds length only. */
function surprisesIn(text: string): number {
  const chars = [...text];
  const surprising = chars.filter((char, at) => {
    const before = chars[at - 1];
    return char !== GAP && char !== before && !FOLLOWS.has(`${before}${char}`);
  });
  return new Set(surprising).size;
}

function wordsOf(text: string): string[] {
  const lower = text.normalize('NFKC').toLowerCase();
  const words = [lower, ...lower.split(/[^\p{L}\p{N}]+/u)];
  return words.filter((word) => word.length >= OWN_WORD_LENGTH_MIN);
}

/** Words and rows of keys that passwords are most often made of, in the languages of our pages. */
const COMMON_WORDS: readonly string[] = `
  password passwort passw0rd contrasena senha minhasenha senhasegura segredo secret admin administrator
  administrador root user usuario login entrar welcome bemvindo letmein access acesso master mestre test teste
  testing temp guest convidado default padrao changeme mudar trocar qwerty qwertz azerty asdf zxcv qazwsx
  1q2w3e4r5t6y 1q2w3e4r5t 1q2w3e4r q1w2e3r4 1qaz2wsx3edc 1qaz2wsx zaq12wsx qweasdzxc qweasd a1b2c3d4e5f6 a1b2c3d4 a1b2c3
  abc123 123abc 123qwe qwe123 iloveyou iloveu teamo euteamo amor love amorzinho princess princesa dragon
  monkey macaco shadow sombra sunshine football futebol baseball soccer superman batman pokemon starwars
  naruto michael jordan jessica ashley daniel maria joao jose carlos ana pedro lucas gabriel gabriela
  fernanda juliana brasil brazil flamengo corinthians palmeiras santos saopaulo gremio vasco internacional
  cruzeiro botafogo deus jesus cristo familia family felicidade happy freedom liberdade whatever computer
  computador internet google facebook instagram whatsapp samsung iphone apple microsoft windows linux
  pagamento pagamentos payment payments deposit deposito entrada pix banco bank money dinheiro cash
  january february march april june july august september october november december janeiro fevereiro
  marco abril maio junho julho agosto setembro outubro novembro dezembro monday tuesday wednesday
  thursday friday saturday sunday segunda terca quarta quinta sexta sabado domingo spring summer autumn
  winter verao inverno primavera outono hello hallo ola casa home cookie killer ninja flower flor
  buster hunter ranger tigger ginger pepper cheese banana chocolate coffee cafe summer2024 trustno1
`
  .trim()
  .split(/\s+/);
