import { parseAllowedIps } from './allowed-ips.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['10.1.2.3/8', '10.0.0.0/8'],
  ['2001:DB8::1', '2001:db8::1'],
  ['2001:DB8::1/32', '2001:db8::/32'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:198.51.100.9/120', '198.51.100.0/24'],
])('%s is stored in canonical form: %s', (text, kept) => {
  expect(parseAllowedIps([text, ` ${text} `])).toEqual([kept]);
});

test.each([
  ['', '10.0.0.0/33', '::/129', '10.0.0.0/-1', '10.0.0.0/8/8', '10.0.0', '010.0.0.1', '0x7f.1'],
  ['2130706433', 'fe80::1%eth0', 'example.com', '10.0.0.1:80', '[::1]', '1.2.3.4/', '/8', '::g'],
  // As IPv6 this is far more than the IPv4 range that it seems to be.
  ['::ffff:10.0.0.1/24'],
])('text that is not exactly an address or a range is refused', (...texts) => {
  for (const text of texts) {
    expect(() => parseAllowedIps([text])).toThrow('must be IP addresses or CIDR ranges');
  }
});

test('a key has at most 50 ranges', () => {
  const texts = Array.from({ length: 51 }, (_, n) => `10.0.0.${n}`);
  expect(() => parseAllowedIps(texts)).toThrow('allowedIps must have at most 50 items');
});
