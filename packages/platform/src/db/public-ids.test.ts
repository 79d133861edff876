import { randomBytes, randomUUID } from 'node:crypto';
import { PUBLIC_ID, publicIds } from './public-ids.ts';

const KEY = randomBytes(32);
const ACCOUNT = randomUUID();
const ids = publicIds(KEY, 'delivery')(ACCOUNT);

test.each([0, 1, 2, 4_294_967_296, Number.MAX_SAFE_INTEGER])('%d is found again by its id', (n) => {
  const id = ids.encode(n);
  expect(id).toMatch(new RegExp(`^${PUBLIC_ID.source}$`));
  expect(ids.decode(id)).toBe(n);
  expect(ids.encode(n)).toBe(id);
});

test('an id means nothing to another account, of another kind or under another key', () => {
  const id = ids.encode(7);
  expect(publicIds(KEY, 'delivery')(randomUUID()).decode(id)).toBeNull();
  expect(publicIds(KEY, 'entry')(ACCOUNT).decode(id)).toBeNull();
  expect(publicIds(randomBytes(32), 'delivery')(ACCOUNT).decode(id)).toBeNull();
});

test('ids of neighbours have nothing in common, so that they do not count', () => {
  const bits = (a: string, b: string) => {
    const [one, other] = [Buffer.from(a, 'hex'), Buffer.from(b, 'hex')];
    return one.reduce((sum, byte, at) => {
      const difference = (byte ^ (other[at] ?? 0)).toString(2);
      return sum + difference.replaceAll('0', '').length;
    }, 0);
  };
  const differing = Array.from({ length: 100 }, (_, n) => bits(ids.encode(n), ids.encode(n + 1)));
  expect(Math.min(...differing)).toBeGreaterThan(20);
});

test.each([
  '',
  '1',
  '42',
  'x',
  'f'.repeat(32),
  ids.encode(7).toUpperCase(),
  `${ids.encode(7)}=`,
  ` ${ids.encode(7)}`,
  ids.encode(7).slice(1),
  '\u0000'.repeat(32),
])('what was made up is no id: %j', (text) => {
  expect(ids.decode(text)).toBeNull();
});
