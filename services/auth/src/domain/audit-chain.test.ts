import { canonicalJson } from '@entrada/platform/text/canonical-json';
import fc from 'fast-check';
import { type AuditLine, breakBetween, CHAIN_START, linkTo } from './audit-chain.ts';

const KEY = Buffer.alloc(32, 'key');
const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const entry = fc.record({
  at: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
  actor: text,
  action: text,
  subject: text,
  accountId: text,
  detail: fc.dictionary(text, fc.jsonValue()),
});

function chainOf(entries: readonly Parameters<typeof linkTo>[1][]): AuditLine[] {
  const lines: AuditLine[] = [];
  for (const next of entries) lines.push(linkTo(lines.at(-1) ?? CHAIN_START, next, KEY));
  return lines;
}

function firstBreak(lines: readonly AuditLine[]): string | null {
  return lines.reduce<string | null>(
    (found, line, n) => found ?? breakBetween(lines[n - 1] ?? CHAIN_START, line, [KEY]),
    null,
  );
}

const entries = fc.array(entry, { minLength: 2, maxLength: 8 });

test('a chain as it was written has no break', () => {
  fc.assert(fc.property(entries, (all) => expect(firstBreak(chainOf(all))).toBeNull()));
});

test('any change of a line is found at that line', () => {
  const fields = ['actor', 'action', 'subject', 'accountId', 'detail'] as const;
  fc.assert(
    fc.property(entries, fc.nat(), fc.constantFrom(...fields), (all, at, field) => {
      const lines = chainOf(all);
      const n = at % lines.length;
      const forged = lines.map((line, m) =>
        m === n ? { ...line, [field]: `${line[field]}!` } : line,
      );
      expect(firstBreak(forged)).toBe(`line ${n + 1} was forged, or changed after it was written`);
    }),
  );
});

test('a line that is removed or moved breaks the chain', () => {
  fc.assert(
    fc.property(entries, fc.nat(), (all, at) => {
      const lines = chainOf(all);
      const n = at % (lines.length - 1);
      expect(firstBreak(lines.toSpliced(n, 1))).toMatch(/is missing/);
      const [a, b] = [lines[n], lines[n + 1]];
      if (a && b) expect(firstBreak(lines.toSpliced(n, 2, b, a))).not.toBeNull();
    }),
  );
});

test('canonical JSON is the same text for equal values, and parses back to them', () => {
  fc.assert(
    fc.property(fc.dictionary(text, fc.jsonValue()), (value) => {
      const shuffled = Object.fromEntries(Object.entries(value).reverse());
      expect(canonicalJson(shuffled)).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
