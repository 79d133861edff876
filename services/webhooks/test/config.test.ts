import { testIdentityEnv } from '@entrada/platform/testing/identity';
import { eventKeyEnv } from '../../../test/harness/event-keys.ts';
import { loadConfig } from '../src/config.ts';

test('a wrong environment is refused with every problem at once, and no value in the message', () => {
  const wrong = {
    WEBHOOKS_SECRET_KEY: Buffer.alloc(40, 7).toString('base64'),
    WEBHOOK_ALLOW_HTTP: 'yes',
    WEBHOOK_TIMEOUT_MS: '-1',
    WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8,everything',
    WEBHOOK_DNS_SERVERS: 'dns.example',
  };
  const problem = () => loadConfig(wrong);

  expect(problem).toThrow(/DATABASE_URL_WEBHOOKS is required/);
  expect(problem).toThrow(/MODE is required/);
  expect(problem).toThrow(/KAFKA_BROKERS or DATABASE_URL_EVENTS is required/);
  expect(problem).toThrow(/WEBHOOKS_SECRET_KEY must hold exactly 32 bytes/);
  expect(problem).toThrow(/WEBHOOK_ALLOW_HTTP must be one of true, false/);
  expect(problem).toThrow(/WEBHOOK_ALLOWED_NETWORKS must name networks/);
  expect(problem).toThrow(/WEBHOOK_DNS_SERVERS must name addresses/);
  expect(problem).toThrow(/WEBHOOK_TIMEOUT_MS must be an integer/);
  expect(problem).not.toThrow(wrong.WEBHOOKS_SECRET_KEY);
});

const ONE_BYTE = Buffer.alloc(32, 7).toString('base64');
const LIVE = {
  ...testIdentityEnv('webhooks'),
  ...eventKeyEnv('webhooks'),
  MODE: 'live',
  DATABASE_URL_WEBHOOKS: 'postgres://db/webhooks?sslmode=verify-full',
  KAFKA_BROKERS: 'kafka:9092',
  KAFKA_TLS: 'true',
  KAFKA_TLS_CERT_FILE: '/etc/kafka/user.crt',
  KAFKA_TLS_KEY_FILE: '/etc/kafka/user.key',
  AUTH_ADDRESS: 'auth:50051',
  WEBHOOKS_SECRET_KEY: Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('base64'),
};

test.each([
  [
    'every network',
    { WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8, 0.0.0.0/0' },
    /must have at least 8 bits/,
  ],
  ['half of all addresses', { WEBHOOK_ALLOWED_NETWORKS: '128.0.0.0/1' }, /must have at least 8/],
  ['a key of one byte', { WEBHOOKS_SECRET_KEY: ONE_BYTE }, /WEBHOOKS_SECRET_KEY must be random/],
  ['every IPv6 network', { WEBHOOK_ALLOWED_NETWORKS: '::/0' }, /must have at least 8 bits/],
  ['http endpoints', { WEBHOOK_ALLOW_HTTP: 'true' }, /WEBHOOK_ALLOW_HTTP must not be true/],
])('live mode refuses %s', (_name, change, problem) => {
  expect(() => loadConfig({ ...LIVE, ...change })).toThrow(problem);
  expect(() => loadConfig({ ...LIVE, ...change, MODE: 'test' })).not.toThrow();
});
