import { testIdentityEnv } from '@entrada/platform/testing/identity';
import { eventKeyEnv } from '../../../test/harness/event-keys.ts';
import { loadConfig } from '../src/config.ts';

test('a wrong environment is refused with every problem at once, and no value in the message', () => {
  const problem = () =>
    loadConfig({
      DATABASE_URL_CHARGES: 'mysql://root:hunter2@somewhere/charges',
      PROVIDER_CLIENT_SECRET: 'hunter2',
      PROVIDER_URL: 'ftp://bank',
      FEE_BASIS_POINTS: '10001',
      FEE_MODE: 'SOMETIMES',
      VALUE_MIN_CENTS: '0',
    });

  expect(problem).toThrow(/DATABASE_URL_CHARGES must be a URL that starts with postgres:/);
  expect(problem).toThrow(/MODE is required/);
  expect(problem).toThrow(/KAFKA_BROKERS or DATABASE_URL_EVENTS is required/);
  expect(problem).toThrow(/PROVIDER_URL must be a URL/);
  expect(problem).toThrow(/PROVIDER_CLIENT_ID is required/);
  expect(problem).toThrow(/PROVIDER_PIX_KEY is required/);
  expect(problem).toThrow(/FEE_BASIS_POINTS must be an integer between 0 and 10000/);
  expect(problem).toThrow(/FEE_MODE must be one of DEDUCT, ON_TOP/);
  expect(problem).toThrow(/VALUE_MIN_CENTS must be an integer between 1 and/);
  expect(problem).not.toThrow(/hunter2/);
});

test('limits and fees that contradict each other are refused', () => {
  const problem = () =>
    loadConfig({
      VALUE_MIN_CENTS: '200',
      VALUE_MAX_CENTS: '100',
      FEE_MIN_CENTS: '9',
      FEE_MAX_CENTS: '8',
    });

  expect(problem).toThrow(/VALUE_MIN_CENTS must not be above VALUE_MAX_CENTS/);
  expect(problem).toThrow(/FEE_MIN_CENTS must not be above FEE_MAX_CENTS/);
});

const LIVE: Record<string, string> = {
  ...testIdentityEnv('charges'),
  ...eventKeyEnv('charges'),
  MODE: 'live',
  DATABASE_URL_CHARGES: 'postgres://db/charges?sslmode=verify-full',
  KAFKA_BROKERS: 'kafka:9092',
  KAFKA_TLS: 'true',
  KAFKA_TLS_CERT_FILE: '/etc/kafka/user.crt',
  KAFKA_TLS_KEY_FILE: '/etc/kafka/user.key',
  LEDGER_ADDRESS: 'ledger:50051',
  PROVIDER_URL: 'https://pix.bank.example',
  PROVIDER_CLIENT_ID: 'entrada',
  PROVIDER_CLIENT_SECRET: 'hunter2',
  PROVIDER_PIX_KEY: 'deposits@entrada.example',
};

test.each([
  [
    'a http bank',
    { PROVIDER_URL: 'http://pix.bank.example' },
    /PROVIDER_URL must start with https/,
  ],
  ['the clock of the sandbox', { PROVIDER_CLOCK: 'sandbox' }, /PROVIDER_CLOCK must be real/],
  [
    'a key of events that everybody knows',
    { EVENT_KEY_CHARGES_LEDGER: Buffer.alloc(32, 7).toString('base64') },
    /EVENT_KEY_CHARGES_LEDGER must be random in live mode/,
  ],
  [
    'a http callback',
    { PROVIDER_WEBHOOK_URL: 'http://pay.example.com/provider/x' },
    /PROVIDER_WEBHOOK_URL must start with https/,
  ],
  [
    'a callback secret of one letter',
    { PROVIDER_WEBHOOK_URL: 'https://pay.example.com/provider/x' },
    /PROVIDER_WEBHOOK_URL must have a secret of at least 32 characters/,
  ],
  [
    'an event log without TLS',
    { KAFKA_BROKERS: '', DATABASE_URL_EVENTS: 'postgres://db/events?sslmode=disable' },
    /DATABASE_URL_EVENTS must have sslmode=verify-full/,
  ],
])('live mode refuses %s', (_name, change, problem) => {
  expect(() => loadConfig({ ...LIVE, ...change })).toThrow(problem);
  expect(() => loadConfig({ ...LIVE, ...change, MODE: 'test' })).not.toThrow();
});

test.each([
  ['is missing', '', /EVENT_KEY_CHARGES_LEDGER is required/],
  ['is short', Buffer.alloc(31, 'x').toString('base64'), /must hold at least 32 bytes/],
  ['is no base64', 'secret!', /EVENT_KEY_CHARGES_LEDGER must be base64/],
  [
    'is that of another consumer',
    LIVE.EVENT_KEY_CHARGES_WEBHOOKS ?? '',
    /EVENT_KEY_CHARGES_WEBHOOKS must differ from EVENT_KEY_CHARGES_LEDGER/,
  ],
])('a key of events that %s is refused', (_what, key, problem) => {
  expect(() => loadConfig({ ...LIVE, EVENT_KEY_CHARGES_LEDGER: key })).toThrow(problem);
});

test('in live mode no deposit is so small that its fee rounds to nothing, unless the operator says so', () => {
  expect(loadConfig(LIVE)).toMatchObject({ valueMinCents: 100, feeMinCents: 1 });
  expect(loadConfig({ ...LIVE, VALUE_MIN_CENTS: '' })).toMatchObject({ valueMinCents: 100 });
  expect(loadConfig({ ...LIVE, VALUE_MIN_CENTS: '5' })).toMatchObject({ valueMinCents: 5 });
  expect(loadConfig({ ...LIVE, MODE: 'test' })).toMatchObject({ valueMinCents: 1, feeMinCents: 0 });
});
