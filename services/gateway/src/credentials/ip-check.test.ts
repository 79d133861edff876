import { ipCheck } from './ip-check.ts';

const allows = (ranges: readonly string[], ip: string) => ipCheck(ranges)(() => ip);

test('without ranges every address is allowed', () => {
  expect(allows([], 'anything')).toBe(true);
});

test.each([
  ['10.1.2.3', true],
  ['11.1.2.3', false],
  ['203.0.113.7', true],
  ['203.0.113.8', false],
  ['2001:db8::9', true],
  ['2001:db9::9', false],
  ['::ffff:10.1.2.3', true],
  ['010.1.2.3', false],
  ['167838211', false],
  ['', false],
])('%s is allowed: %s', (ip, isAllowed) => {
  const ranges = ['10.0.0.0/8', '203.0.113.7', '2001:db8::/32', 'malformed'];
  expect(allows(ranges, ip)).toBe(isAllowed);
});
