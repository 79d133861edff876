import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIELD_CODES } from '../../../../packages/contracts/src/field-codes.ts';
import { FAILURE_CODES } from '../../../../services/charges/src/domain/payment-return.ts';
import { ERROR_CODES } from '../../../../services/gateway/src/transport/openapi/error-codes.ts';
import { en } from './en.ts';
import { pt, type Words } from './pt.ts';

const SOURCES = join(import.meta.dirname, '..');
/** Chosen at run time, by a code or a status of the API. */
const CHOSEN_AT_RUN_TIME = [
  'account/actions/',
  'deliveries/causes/',
  'deliveries/triggers/',
  'deposit/kinds/',
  'deposit/refundFailures/',
  'deposit/scenarios/',
  'deposit/sources/',
  'errors/',
  'fieldErrors/',
  'keys/expiry/',
  'keys/scopes/',
  'newDeposit/expiry/',
  'overview/parts/',
  'statement/kinds/',
  'statement/suspenseKinds/',
  'statement/suspenseStatus/',
  'status/',
  'webhooks/disabledReason/',
  'webhooks/kinds/',
];

function leavesOf(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'object' ? leavesOf(inner, `${path}${name}/`) : [`${path}${name}`],
  );
}

function textOfSources(): string {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/^words\/(pt|en)\b/.test(file))
    .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
    .join('\n');
}

test('every text is used by a page', () => {
  const sources = textOfSources();
  const unused = leavesOf(pt).filter((path) => {
    const name = path.split('/').at(-1);
    const isFree = CHOSEN_AT_RUN_TIME.some((prefix) => path.startsWith(prefix));
    return !isFree && !new RegExp(`\\b${name}\\b`).test(sources);
  });
  expect(unused).toEqual([]);
});

test.each([
  ['pt', pt],
  ['en', en],
])('every error code of the API has its words: %s', (_language, words: Words) => {
  const missing = Object.keys(ERROR_CODES).filter((code) => !(code in words.errors));
  expect(missing).toEqual([]);
});

test('every code of a wrong field has its words', () => {
  expect(Object.keys(pt.fieldErrors).sort()).toEqual([...FIELD_CODES].sort());
});

test.each([
  ['pt', pt],
  ['en', en],
])(
  'every code of a failed refund has its words, or is in those of the bank: %s',
  (_language, words: Words) => {
    // An operator's own decision is withdrawn, never a client's refund.
    const ofClients = FAILURE_CODES.filter((code) => code !== 'withdrawn');
    expect(Object.keys({ ...words.deposit.refundFailures, bank_reason: '' }).sort()).toEqual(
      ofClients.toSorted(),
    );
  },
);

test('no text is empty or the same in both languages by oversight', () => {
  const same = leavesOf(pt).filter((path) => textAt(pt, path) === textAt(en, path));
  expect(leavesOf(pt).filter((path) => textAt(pt, path).trim() === '')).toEqual([]);
  expect(same.filter((path) => textAt(pt, path).split(' ').length > 3)).toEqual([]);
});

function textAt(words: Words, path: string): string {
  const value = path
    .split('/')
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], words);
  return typeof value === 'function' ? value.toString() : String(value);
}
