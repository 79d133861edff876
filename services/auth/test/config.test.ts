import { testIdentityEnv } from '@entrada/platform/testing/identity';
import { loadConfig } from '../src/config.ts';

test('an invalid environment is refused with every problem at once, and no value in the message', () => {
  const problem = () =>
    loadConfig({ MODE: 'demo', AUTH_KEY_PEPPER: btoa('too short'), GRPC_PORT: '70000' });

  expect(problem).toThrow(/DATABASE_URL_AUTH is required/);
  expect(problem).toThrow(/MODE must be one of live, test/);
  expect(problem).toThrow(/AUTH_KEY_PEPPER must hold at least 32 bytes/);
  expect(problem).toThrow(/GRPC_PORT must be an integer between 0 and 65535/);
  expect(problem).not.toThrow(btoa('too short'));
});

const random = (byte: number) =>
  Buffer.from(Array.from({ length: 32 }, (_, i) => byte + i)).toString('base64');
const LIVE = {
  ...testIdentityEnv('auth'),
  MODE: 'live',
  DATABASE_URL_AUTH: 'postgres://db/auth?sslmode=verify-full',
  AUTH_KEY_PEPPER: random(1),
  AUTH_SECRET_KEY: random(2),
  AUTH_AUDIT_KEY: random(3),
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'Entrada <no-reply@pay.example.com>',
  PUBLIC_BASE_URL: 'https://pay.example.com',
};
const ZERO = Buffer.alloc(32).toString('base64');

test.each([
  [
    'no TLS to Postgres',
    { DATABASE_URL_AUTH: 'postgres://db/auth' },
    /AUTH must have sslmode=verify-full/,
  ],
  ...['disable', 'allow', 'prefer', 'require', 'no-verify', 'verify-full&sslmode=disable'].map(
    (mode): [string, object, RegExp] => [
      `sslmode=${mode}`,
      { DATABASE_URL_AUTH: `postgres://db/auth?sslmode=${mode}` },
      /DATABASE_URL_AUTH must have sslmode=verify-full .* set DATABASE_SSLMODE/,
    ],
  ),
  ['decisions by one person', { OPERATOR_APPROVAL: 'off' }, /OPERATOR_APPROVAL must not be off/],
  ['a pepper of zeros', { AUTH_KEY_PEPPER: ZERO }, /AUTH_KEY_PEPPER must be random/],
  ['a key of zeros', { AUTH_SECRET_KEY: ZERO }, /AUTH_SECRET_KEY must be random/],
  ['http links in mails', { PUBLIC_BASE_URL: 'http://pay.example.com' }, /PUBLIC_BASE_URL must/],
])('live mode refuses %s', (_name, change, problem) => {
  expect(() => loadConfig({ ...LIVE, ...change })).toThrow(problem);
  expect(() => loadConfig({ ...LIVE, ...change, MODE: 'test' })).not.toThrow();
});

test('live mode requires a second person for decisions about money', () => {
  expect(loadConfig(LIVE).operatorApproval).toBe('required');
  expect(loadConfig({ ...LIVE, MODE: 'test' }).operatorApproval).toBe('off');
});
