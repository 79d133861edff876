import { letterFor } from './letter.ts';
import { deviceDigest, deviceOf, type Notice, nextAttempt } from './notice.ts';

const HOSTILE = `<img src=x onerror=alert(1)>"'&\r\nBcc: everybody@example.com`;
const NOTICES: readonly Notice[] = [
  { kind: 'confirm_email', link: 'https://pay.example.com/dashboard/confirm#token=t' },
  { kind: 'reset_password', link: 'https://pay.example.com/dashboard/reset#token=t', ip: HOSTILE },
  { kind: 'password_changed', ip: HOSTILE },
  { kind: 'two_factor_enabled', ip: HOSTILE },
  { kind: 'two_factor_disabled', ip: HOSTILE },
  { kind: 'recovery_codes_replaced', ip: HOSTILE },
  { kind: 'key_created', name: HOSTILE, prefix: HOSTILE },
  { kind: 'endpoint_created', name: HOSTILE, url: HOSTILE },
  { kind: 'endpoint_disabled', name: HOSTILE, url: HOSTILE, cause: 'gone' },
  { kind: 'new_device', device: HOSTILE, ip: HOSTILE },
];

test.each(NOTICES)(
  'a mail about $kind shows hostile text as text, and never in its subject',
  (notice) => {
    for (const language of ['pt-BR', 'en'] as const) {
      const { subject, text, html } = letterFor('ana@shop.example', notice, language);
      expect(subject).toMatch(/^Entrada: [\p{L} -]+$/u);
      expect(html).not.toMatch(/<img|onerror=alert\(1\)>/);
      expect(text).not.toMatch(/\nBcc/);
      if ('link' in notice) {
        expect(text).toContain(`\n${notice.link}\n`);
        expect(html).toContain(`href="${notice.link}"`);
      }
    }
  },
);

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1',
    'Safari, iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox, Linux'],
  ['curl/8.0', 'unknown'],
])('%s is %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});

test('a device stays known after an update and within its network', () => {
  const before = { ip: '203.0.113.7', userAgent: 'Firefox/150.0 Linux' };
  const same = { ip: '203.0.113.99', userAgent: 'Firefox/151.0 Linux' };
  const moved = { ip: '203.0.114.7', userAgent: 'Firefox/150.0 Linux' };
  const other = { ip: '203.0.113.7', userAgent: 'Chrome/1 Linux' };
  expect(deviceDigest(same)).toEqual(deviceDigest(before));
  expect(deviceDigest(moved)).not.toEqual(deviceDigest(before));
  expect(deviceDigest(other)).not.toEqual(deviceDigest(before));
});

test('a mail is tried ever more rarely, ten times at most, and not after it is of no use', () => {
  const now = new Date('2026-11-15T12:00:00Z');
  const later = new Date('2027-01-01T00:00:00Z');
  const pauses = Array.from({ length: 10 }, (_, n) => nextAttempt(n + 1, later, now));
  const seconds = pauses.map((at) => at && (at.getTime() - now.getTime()) / 1_000);
  expect(seconds.slice(0, 4)).toEqual([5, 20, 80, 320]);
  expect(seconds.at(-1)).toBeNull();
  expect(Math.max(...seconds.map((s) => s ?? 0))).toBe(21_600);
  expect(nextAttempt(1, new Date(now.getTime() + 4_000), now)).toBeNull();
});
