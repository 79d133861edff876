import { bankSettings, shortCallbackSecret } from '@entrada/pix/connection/bank-settings';
import {
  databaseSettings,
  eventLogSettings,
  grpcAddress,
  grpcServerSettings,
  modeSettings,
  processSettings,
} from '@entrada/platform/config/common-settings';
import {
  type ConfigOf,
  choice,
  type EnvSource,
  forTests,
  integer,
  optional,
  optionalText,
  plainHttp,
  readConfig,
  text,
  url,
} from '@entrada/platform/config/settings';
import { eventKey, eventKeyProblems } from '@entrada/platform/events/mac';
import { eventLogProblems } from '@entrada/platform/events/open-event-log';
import { identitySettings } from '@entrada/platform/identity/identity';

/** The maximum of the Pix API. */
const VALUE_MAX_CENTS = 999_999_999_999;
/** A return must be booked within an hour. */
const RETURNS_EVERY_MAX_MS = 3_600_000;
const SWEEP_EVERY_MAX_MS = 86_400_000;

const feeSettings = {
  feeBasisPoints: integer(
    'FEE_BASIS_POINTS',
    'proportional part of the fee, in basis points of the value',
    {
      fallback: 100,
      max: 10_000,
    },
  ),
  feeFixedCents: integer('FEE_FIXED_CENTS', 'fixed part of the fee', { fallback: 0 }),
  feeMinCents: integer('FEE_MIN_CENTS', 'minimum fee; 1 by default in live mode', { fallback: 0 }),
  feeMaxCents: integer('FEE_MAX_CENTS', 'maximum fee', { fallback: VALUE_MAX_CENTS }),
  feeMode: choice(
    'FEE_MODE',
    'DEDUCT the fee from the credit, or add it ON_TOP of the value',
    ['DEDUCT', 'ON_TOP'],
    {
      fallback: 'DEDUCT',
    },
  ),
};

const chargeSettings = {
  valueMinCents: integer(
    'VALUE_MIN_CENTS',
    'minimum value of a deposit; 100 by default in live mode',
    { fallback: 1, min: 1 },
  ),
  valueMaxCents: integer('VALUE_MAX_CENTS', 'maximum value of a deposit', {
    fallback: VALUE_MAX_CENTS,
    max: VALUE_MAX_CENTS,
  }),
};

const bankAccessSettings = {
  ...bankSettings,
  providerTimeoutMs: integer('PROVIDER_TIMEOUT_MS', 'maximum duration of a call to the bank', {
    fallback: 5_000,
    min: 1,
    max: 60_000,
  }),
  providerPollsPerSecond: integer(
    'PROVIDER_POLLS_PER_SECOND',
    'calls to the bank that queries, and as many that callbacks, may cause in each process; above it queries return the stored status, and the bank is answered with 429',
    { fallback: 200, min: 1 },
  ),
  providerCreatesPerSecond: integer(
    'PROVIDER_CREATES_PER_SECOND',
    'charges that each process may create at the bank; above it a create is answered with 503',
    { fallback: 1_000, min: 1 },
  ),
  providerRefundsPerSecond: integer(
    'PROVIDER_REFUNDS_PER_SECOND',
    'refunds that each process may request at the bank; above it they stay PROCESSING and are retried',
    { fallback: 100, min: 1 },
  ),
  providerListsPerSecond: integer(
    'PROVIDER_LISTS_PER_SECOND',
    'pages of received payments that each process may request from the bank; above it the sweeps wait',
    { fallback: 100, min: 1 },
  ),
  providerClock: forTests(
    choice(
      'PROVIDER_CLOCK',
      'clock that expiry uses: the real one, or the adjustable clock of the sandbox bank',
      ['real', 'sandbox'],
      {
        fallback: 'real',
        liveProblem: (clock) => (clock === 'sandbox' ? 'must be real in live mode' : undefined),
      },
    ),
  ),
  sweepEveryMs: forTests(
    integer('SWEEP_EVERY_MS', 'pause between two listings of payments at the bank', {
      fallback: 5_000,
      min: 10,
      max: SWEEP_EVERY_MAX_MS,
    }),
  ),
  returnsEveryMs: forTests(
    integer(
      'RETURNS_EVERY_MS',
      'pause between two listings of returns that the bank made itself in the last 100 days',
      { fallback: 1_200_000, min: 10, max: RETURNS_EVERY_MAX_MS },
    ),
  ),
  providerWebhookUrl: optional(
    url(
      'PROVIDER_WEBHOOK_URL',
      'callback URL at the gateway, with its secret path, that the bank calls on a payment',
      {
        protocols: ['http:', 'https:'],
        liveProblem: (text) =>
          plainHttp(text) ?? shortCallbackSecret(new URL(text).pathname.split('/').at(-1) ?? ''),
      },
    ),
  ),
  merchantName: text('MERCHANT_NAME', 'name of the receiver in a payment code', {
    fallback: 'Entrada',
  }),
  merchantCity: text('MERCHANT_CITY', 'city of the receiver in a payment code', {
    fallback: 'Sao Paulo',
  }),
};

const eventKeySettings = {
  ledgerEventKey: eventKey('charges', 'ledger'),
  webhooksEventKey: eventKey('charges', 'webhooks'),
};

export const settings = {
  ...processSettings,
  ...identitySettings,
  ...grpcServerSettings,
  ...databaseSettings('CHARGES'),
  ...modeSettings,
  ...eventLogSettings,
  ...eventKeySettings,
  authAddress: optionalText(
    'AUTH_ADDRESS',
    'gRPC address of the auth service, whose audit log records decisions of operators',
  ),
  ledgerAddress: grpcAddress('LEDGER_ADDRESS', 'gRPC address of the ledger service'),
  ...bankAccessSettings,
  ...chargeSettings,
  ...feeSettings,
};

/** Deposits whose fee is rounded to nothing would let an account split large ones into many free ones. */
const liveSettings = {
  ...settings,
  valueMinCents: { ...settings.valueMinCents, fallback: 100 },
  feeMinCents: { ...settings.feeMinCents, fallback: 1 },
};

export function loadConfig(source: EnvSource) {
  const isLive = source.MODE === 'live';
  return readConfig(source, isLive ? liveSettings : settings, (config) => [
    ...eventLogProblems(config),
    ...eventKeyProblems(eventKeySettings, config),
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
