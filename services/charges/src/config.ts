import { BANK_PROFILES, type ProfileName } from '@entrada/pix/profiles/bank-profiles';
import {
  databaseSettings,
  eventLogSettings,
  grpcAddress,
  grpcServerSettings,
  processSettings,
} from '@entrada/platform/config/common-settings';
import {
  type ConfigOf,
  choice,
  type EnvSource,
  integer,
  optionalText,
  readConfig,
  text,
  url,
} from '@entrada/platform/config/settings';
import { eventLogProblems } from '@entrada/platform/events/open-event-log';
import { EXPIRES_IN_MAX_SECONDS, EXPIRES_IN_MIN_SECONDS } from './domain/expiry.ts';

/** What the Pix API can carry. */
const VALUE_MAX_CENTS = 999_999_999_999;
/** Longer than a process lives: in effect never. */
/** A return must be booked within an hour. */
const RETURNS_EVERY_MAX_MS = 3_600_000;
const SWEEP_EVERY_MAX_MS = 86_400_000;

const feeSettings = {
  feeBasisPoints: integer('FEE_BASIS_POINTS', 'share of the value that is the fee', {
    fallback: 100,
    max: 10_000,
  }),
  feeFixedCents: integer('FEE_FIXED_CENTS', 'fixed part of the fee', { fallback: 0 }),
  feeMinCents: integer('FEE_MIN_CENTS', 'least fee', { fallback: 0 }),
  feeMaxCents: integer('FEE_MAX_CENTS', 'highest fee', { fallback: VALUE_MAX_CENTS }),
  feeMode: choice(
    'FEE_MODE',
    'DEDUCT the fee from the credit, or put it ON_TOP of the value',
    ['DEDUCT', 'ON_TOP'],
    {
      fallback: 'DEDUCT',
    },
  ),
};

const chargeSettings = {
  valueMinCents: integer('VALUE_MIN_CENTS', 'least deposit', { fallback: 1, min: 1 }),
  valueMaxCents: integer('VALUE_MAX_CENTS', 'highest deposit', {
    fallback: VALUE_MAX_CENTS,
    max: VALUE_MAX_CENTS,
  }),
  expiresInSeconds: integer('CHARGE_EXPIRES_IN_SECONDS', 'how long a code can be paid', {
    fallback: 86_400,
    min: EXPIRES_IN_MIN_SECONDS,
    max: EXPIRES_IN_MAX_SECONDS,
  }),
};

/** Which bank it is, and what proves us to it. */
const bankSettings = {
  providerProfile: choice(
    'PROVIDER_PROFILE',
    'which bank it is, for what it does differently from the specification',
    Object.keys(BANK_PROFILES) as [ProfileName, ...ProfileName[]],
    { fallback: 'bcb' },
  ),
  providerTokenUrl: optionalText(
    'PROVIDER_TOKEN_URL',
    'where the bank hands out tokens, when not where its profile says',
  ),
  providerAppKey: optionalText('PROVIDER_APP_KEY', 'application key, for banks that ask for one'),
  providerTlsCertFile: optionalText('PROVIDER_TLS_CERT_FILE', 'our client certificate, PEM'),
  providerTlsKeyFile: optionalText('PROVIDER_TLS_KEY_FILE', 'its private key, PEM'),
  providerTlsCaFile: optionalText(
    'PROVIDER_TLS_CA_FILE',
    'CA bundle (PEM) for a bank with a private CA',
  ),
  providerTlsPassphrase: optionalText('PROVIDER_TLS_PASSPHRASE', 'opens the private key'),
};

const providerSettings = {
  ...bankSettings,
  providerUrl: url('PROVIDER_URL', 'base address of the bank’s Pix API', {
    protocols: ['http:', 'https:'],
  }),
  providerClientId: text('PROVIDER_CLIENT_ID', 'OAuth2 client at the bank'),
  providerClientSecret: text('PROVIDER_CLIENT_SECRET', 'secret of that client'),
  providerPixKey: text('PROVIDER_PIX_KEY', 'Pix key that receives the money'),
  providerTimeoutMs: integer('PROVIDER_TIMEOUT_MS', 'longest wait for the bank', {
    fallback: 5_000,
    min: 1,
    max: 60_000,
  }),
  providerPollsPerSecond: integer(
    'PROVIDER_POLLS_PER_SECOND',
    'bank calls that queries may cost each process; beyond it they answer as stored',
    { fallback: 200, min: 1 },
  ),
  providerClock: choice(
    'PROVIDER_CLOCK',
    'whose time counts: our own, or that of the sandbox bank, which can be moved',
    ['real', 'sandbox'],
    { fallback: 'real' },
  ),
  sweepEveryMs: integer('SWEEP_EVERY_MS', 'pause between two listings of what was paid', {
    fallback: 5_000,
    min: 10,
    max: SWEEP_EVERY_MAX_MS,
  }),
  returnsEveryMs: integer(
    'RETURNS_EVERY_MS',
    'pause between two listings of what the bank returned by itself in the last 100 days',
    { fallback: 1_200_000, min: 10, max: RETURNS_EVERY_MAX_MS },
  ),
  lateSweepDays: integer(
    'LATE_SWEEP_DAYS',
    'how many days back payments are listed again, for a bank that lists them late',
    { fallback: 7, min: 1, max: 90 },
  ),
  lateSweepEveryMs: integer(
    'LATE_SWEEP_EVERY_MS',
    'how long one pass over those days takes; it is made of slices of two hours',
    { fallback: 21_600_000, min: 1_000, max: SWEEP_EVERY_MAX_MS },
  ),
  providerWebhookUrl: optionalText(
    'PROVIDER_WEBHOOK_URL',
    'address at our gateway, with its secret path, that the bank calls on payment',
  ),
  merchantName: text('MERCHANT_NAME', 'receiver’s name in a payment code', { fallback: 'Entrada' }),
  merchantCity: text('MERCHANT_CITY', 'receiver’s city in a payment code', {
    fallback: 'Sao Paulo',
  }),
};

export const settings = {
  ...processSettings,
  ...grpcServerSettings,
  ...databaseSettings('CHARGES'),
  ...eventLogSettings,
  authAddress: optionalText(
    'AUTH_ADDRESS',
    'gRPC address of the auth service, whose audit log records operators’ decisions about terms',
  ),
  ledgerAddress: grpcAddress('LEDGER_ADDRESS', 'host:port of the ledger, which holds refunds'),
  ...providerSettings,
  ...chargeSettings,
  ...feeSettings,
};

export function loadConfig(source: EnvSource) {
  return readConfig(source, settings, (config) => [
    ...eventLogProblems(config),
    ...contradictions(config),
  ]);
}

export type Config = ConfigOf<typeof settings>;

type Amounts = 'valueMinCents' | 'valueMaxCents' | 'feeMinCents' | 'feeMaxCents';

function contradictions(config: Partial<Pick<Config, Amounts>>): string[] {
  const { valueMinCents = 0, valueMaxCents = valueMinCents } = config;
  const { feeMinCents = 0, feeMaxCents = feeMinCents } = config;
  return [
    ...(valueMinCents > valueMaxCents ? ['VALUE_MIN_CENTS must not be above VALUE_MAX_CENTS'] : []),
    ...(feeMinCents > feeMaxCents ? ['FEE_MIN_CENTS must not be above FEE_MAX_CENTS'] : []),
  ];
}
