import { ipCheck, networkOf } from './ip-network.ts';

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:db8:1:2::', '2001:db8:1:2::'],
  ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::'],
  ['::1', '::'],
  ['fe80::1%eth0', 'fe80::'],
  ['203.0.113.7', '203.0.113.7'],
  ['', ''],
])('the network of %s is %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

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
