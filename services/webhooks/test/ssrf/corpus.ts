const words = (text: string): string[] => text.trim().split(/\s+/);

/** Addresses that no endpoint may lead to, with a few of every reserved range. */
export const FORBIDDEN_V4 = words(`
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.254 100.64.0.1 100.100.100.200 100.127.255.254
  127.0.0.1 127.0.0.53 127.1.2.3 127.255.255.254 168.63.129.16 169.254.0.1 169.254.169.254
  169.254.170.2 172.16.0.1 172.20.10.5 172.31.255.254 192.0.0.1 192.0.0.170 192.0.0.192
  192.0.2.1 192.88.99.1 192.168.0.1 192.168.1.1 192.168.255.254 198.18.0.1 198.19.255.254
  198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1 250.1.2.3 255.255.255.255`);

export const FORBIDDEN_V6 = words(`
  :: ::1 ::7f00:1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254
  ::ffff:0:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 64:ff9b::a00:1 64:ff9b::a9fe:a9fe
  64:ff9b::808:808 64:ff9b:1::1 64:ff9b:1::a9fe:a9fe 100::1 2001::1 2001:0:7f00:1::
  2001:0:a9fe:a9fe::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1::
  2002:7f00:1::1 2002:a00:1::1 2002:a9fe:a9fe::1 2002:c0a8:101::1 2002:808:808::1
  2620:4f:8000::1 3fff::1 3fff:fff::1 4000::1 5f00::1 fc00::1 fd00::1 fd00:ec2::254
  fdff:ffff::1 fe80::1 fe80::a9fe:a9fe febf::1 fec0::1 feff::1 ff01::1 ff02::1 ff0e::1`);

const PRIVATE_NAMES = words(`
  localhost LOCALHOST localhost. foo.localhost a.b.localhost localhost.localdomain
  metadata metadata.google.internal instance-data.ec2.internal kubernetes
  kubernetes.default kubernetes.default.svc printer.local router.lan nas.home wiki.corp
  db.private redis postgres vault.intranet 1.0.0.127.in-addr.arpa home.arpa
  facebookcorewwwi.onion ip6-localhost ip6-loopback a..b.com .com com
  kubernetes.default.svc.local - * a.b-.com ex%61mple`);

/** Every way to write an IPv4 address that some parser takes. */
function spellings(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (n: number) => `0x${n.toString(16)}`;
  const octal = (n: number) => `0${n.toString(8)}`;
  return [
    address,
    `${address}.`,
    String(number),
    hex(number),
    octal(number),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    [a, b, c, d].map(hex).join('.'),
    [a, b, c, d].map(octal).join('.'),
    `${hex(a)}.${octal(b)}.${c}.${d}`,
    [...address].map((digit) => (digit === '.' ? '。' : digit)).join(''),
    [...address]
      .map((digit) => (/\d/.test(digit) ? String.fromCodePoint(0xff10 + Number(digit)) : digit))
      .join(''),
    address.replaceAll('.', '%2e'),
    `[::ffff:${address}]`,
    `[::${address}]`,
    `[64:ff9b::${address}]`,
  ];
}

const SPELLED = words(`
  1.1.1.1 198.18.0.1 127.0.0.1 10.0.0.1 169.254.169.254 192.168.1.1 172.16.0.1 0.0.0.0 8.8.8.8 100.64.0.1`);

const SHAPES = [
  'http://shop.com/hook',
  'ftp://shop.com',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_INFO',
  'javascript:alert(1)',
  'data:text/plain,x',
  'ws://shop.com',
  'wss://shop.com',
  '//shop.com',
  'shop.com',
  '',
  ' ',
  'https://',
  'https:///',
  'https://?',
  'https://#',
  'https://:443',
  'https://user@shop.com',
  'https://user:pass@shop.com',
  'https://127.0.0.1@shop.com',
  'https://shop.com@127.0.0.1',
  'https://shop.com%40127.0.0.1',
  'https://[',
  'https://[]',
  'https://[::1',
  'https://[::g]',
  'https://shop.com:99999',
  'https://shop.com:-1',
  'https://sh op.com',
  'https://shop.com\u0000.evil.com',
  'https://256.256.256.256',
  'https://1.2.3.4.5',
  'https://0x',
  'https://0xg.com.1',
  'unix:/var/run/docker.sock',
  'https://127.1',
  'https://127.0.1',
  'https://0',
  'https://[fe80::1%25eth0]',
  'https:\\\\127.0.0.1',
  'https:127.0.0.1',
  'https:/127.0.0.1',
  'http://169.254.169.254/latest/meta-data/',
];

/** URLs that must be refused when an endpoint is made. */
export const HOSTILE_URLS: readonly string[] = [
  ...new Set([
    ...SPELLED.flatMap(spellings).map((host) => `https://${host}/hook`),
    ...FORBIDDEN_V4.map((address) => `https://${address}:8443/`),
    ...FORBIDDEN_V6.map((address) => `https://[${address}]/`),
    ...['127.0.0.1', '169.254.169.254', '10.0.0.1'].map(
      (address) => `https://[::ffff:${address}]:443/x`,
    ),
    ...['8.8.8.8', '1.1.1.1'].map((address) => `https://${address}/`),
    ...['2606:4700:4700::1111', '2001:4860:4860::8888'].map((address) => `https://[${address}]/`),
    ...PRIVATE_NAMES.map((host) => `https://${host}/hook`),
    `https://${'x'.repeat(64)}.${'y'.repeat(200)}.com/`,
    ...SHAPES,
  ]),
];
