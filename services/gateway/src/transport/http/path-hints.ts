/** Anything else in a path may be a secret in the wrong place. */
const WORD = /^[a-z][a-z._-]{0,23}$/i;
const WORDS_MAX = 8;
const DOCS = 'The documentation is at /docs.';
const CHARGE_ID = /^[0-9a-f]{24}$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const VERSION = /^v\d+$/i;
/** Words of other APIs for what is `deposit` here. */
const SYNONYMS: Readonly<Record<string, string>> = {
  charge: 'deposit',
  cob: 'deposit',
  payment: 'deposit',
  pix: 'deposit',
  transaction: 'statement',
};
/** Other APIs have a path for it. */
const CANCEL = /\/cancel\/?$/i;
const CANCELLATION = 'DELETE /api/deposit/{paymentLinkId}';

/** For a path that does not exist: the request, a similar path of `known`, and where the paths are described. */
export function pathHint(method: string, path: string, known: readonly string[]): string {
  const words = path.split('/').slice(0, WORDS_MAX);
  const shown = words.map((word) => (isShown(word) ? word : '…')).join('/');
  const similar = CANCEL.test(path) ? CANCELLATION : similarPath(path, known);
  const guess = similar ? ` Did you mean ${similar}?` : '';
  return `There is no ${method} ${shown}.${guess} ${DOCS}`;
}

function isShown(word: string): boolean {
  return word === '' || WORD.test(word) || VERSION.test(word);
}

function similarPath(path: string, known: readonly string[]): string | undefined {
  const wanted = wordsOf(path);
  return known.find((other) => {
    const words = wordsOf(other);
    if (words.length !== wanted.length) return false;
    return words.every((word, i) => word.startsWith('{') || word === wanted[i]);
  });
}

/** Without version, prefix and plural, which differ most between APIs. */
function wordsOf(path: string): string[] {
  const words = path.split('/').filter((word) => word !== '' && !VERSION.test(word));
  return words
    .filter((word) => word.toLowerCase() !== 'api')
    .map((word) => (word.startsWith('{') ? word : word.toLowerCase().replace(/s$/, '')))
    .map((word) => SYNONYMS[word] ?? word);
}

/** For an id of which there is no deposit: what it looks like instead. */
export function paymentLinkHint(id: string): string {
  if (CHARGE_ID.test(id)) {
    return 'This looks like the `id` of a charge: use its `paymentLinkId`, or find it with GET /api/deposit?q=.';
  }
  if (!UUID.test(id)) {
    return 'A `paymentLinkId` is a UUID. If this is your own identifier, use GET /api/deposit?externalId=.';
  }
  return 'No deposit of this account has this `paymentLinkId`: check the account and the mode of the key.';
}
