import { networkOf } from './ip-network.ts';

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
