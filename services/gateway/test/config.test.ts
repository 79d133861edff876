import { testIdentityEnv } from '@entrada/platform/testing/identity';
import { loadConfig } from '../src/config.ts';

test('an invalid environment is refused with every problem at once, and no value in the message', () => {
  const problem = () =>
    loadConfig({
      PORT: 'eighty',
      PUBLIC_BASE_URL: 'example.com',
      REDIS_URL: 'http://:hunter2@cache',
      REQUEST_TIMEOUT_MS: '1',
      TRUSTED_PROXIES: '10.0.0.0/8, load-balancer',
    });

  expect(problem).toThrow(/PORT must be an integer between 0 and 65535/);
  expect(problem).toThrow(/PUBLIC_BASE_URL must be a URL that starts with http:/);
  expect(problem).toThrow(/MODE is required: live with a real bank, test with the sandbox/);
  expect(problem).toThrow(/AUTH_ADDRESS is required/);
  expect(problem).toThrow(/CHARGES_ADDRESS is required/);
  expect(problem).toThrow(/LEDGER_ADDRESS is required/);
  expect(problem).toThrow(/WEBHOOKS_ADDRESS is required/);
  expect(problem).toThrow(/TRUSTED_PROXIES must be none, or IP addresses or CIDR ranges/);
  expect(problem).toThrow(/PROVIDER_CALLBACK_SECRET is required/);
  expect(problem).toThrow(/REDIS_URL must be a URL that starts with redis:/);
  expect(problem).toThrow(/REQUEST_TIMEOUT_MS must be an integer between 100 and 60000/);
  expect(problem).not.toThrow(/hunter2/);
});

const SAFE = {
  ...testIdentityEnv('gateway'),
  MODE: 'live',
  PUBLIC_BASE_URL: 'https://pay.example.com',
  AUTH_ADDRESS: 'auth:50051',
  CHARGES_ADDRESS: 'charges:50051',
  LEDGER_ADDRESS: 'ledger:50051',
  WEBHOOKS_ADDRESS: 'webhooks:50051',
  PROVIDER_CALLBACK_SECRET: 'x'.repeat(32),
  TRUSTED_PROXIES: 'none',
};

test.each([
  ['a http base URL', { PUBLIC_BASE_URL: 'http://pay.example.com' }, /PUBLIC_BASE_URL must start/],
  ['a short callback secret', { PROVIDER_CALLBACK_SECRET: 'x'.repeat(31) }, /at least 32 char/],
  ['a short previous secret', { PROVIDER_CALLBACK_SECRET_PREVIOUS: 'x' }, /_PREVIOUS must have/],
  ...['0.0.0.0/0', '::/0', '10.0.0.0/8, 128.0.0.0/1', '::/8', '::ffff:128.0.0.0/97'].map(
    (ranges): [string, object, RegExp] => [
      `the proxies ${ranges}`,
      { TRUSTED_PROXIES: ranges },
      /TRUSTED_PROXIES must have at least 8 bits per range .*name the proxies only/,
    ],
  ),
  ['Redis without TLS', { REDIS_URL: 'redis://:secret@cache' }, /REDIS_URL must use TLS/],
  [
    'Redis without a password',
    { REDIS_URL: 'rediss://cache' },
    /REDIS_URL must use TLS and a pass/,
  ],
  ['no choice of proxies', { TRUSTED_PROXIES: '' }, /TRUSTED_PROXIES must be set in live mode/],
  ['a sandbox', { SANDBOX_URL: 'http://bank:8080' }, /SANDBOX_URL must not be set in live mode/],
])('live mode refuses %s', (_name, change, problem) => {
  expect(loadConfig(SAFE).trustedProxies).toEqual([]);
  expect(() => loadConfig({ ...SAFE, ...change })).toThrow(problem);
  expect(() => loadConfig({ ...SAFE, ...change, MODE: 'test' })).not.toThrow();
});
