import {
  databaseSettings,
  eventLogSettings,
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

/** What the Pix API can carry. */
const VALUE_MAX_CENTS = 999_999_999_999;
const EXPIRES_IN_MAX_SECONDS = 1_209_600;

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
    min: 60,
    max: EXPIRES_IN_MAX_SECONDS,
  }),
};

const providerSettings = {
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
