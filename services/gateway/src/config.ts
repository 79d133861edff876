import { isIP } from 'node:net';
import { shortCallbackSecret } from '@entrada/pix/connection/bank-settings';
import {
  cacheSettings,
  grpcAddress,
  modeSettings,
  processSettings,
} from '@entrada/platform/config/common-settings';
import {
  choice,
  type EnvSource,
  forTests,
  integer,
  optional,
  plainHttp,
  port,
  readConfig,
  type Setting,
  text,
  url,
} from '@entrada/platform/config/settings';
import { identitySettings } from '@entrada/platform/identity/identity';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

const RATE_MAX = 10_000_000;
/** A range of fewer bits is a large part of the internet. */
const PROXY_BITS_MIN = 8;
const MAPPED = ipaddr.parse('::ffff:0:0') as ipaddr.IPv6;
const MAPPED_PREFIX_BITS = 96;

export const settings = {
  ...processSettings,
  ...identitySettings,
  ...cacheSettings,
  port: port('PORT', 'port of the public REST API', { fallback: 8080 }),
  publicBaseUrl: url('PUBLIC_BASE_URL', 'base URL by which clients and payers reach the gateway', {
    protocols: ['http:', 'https:'],
    liveProblem: plainHttp,
  }),
  authAddress: grpcAddress('AUTH_ADDRESS', 'gRPC address of the auth service'),
  chargesAddress: grpcAddress('CHARGES_ADDRESS', 'gRPC address of the charges service'),
  ledgerAddress: grpcAddress('LEDGER_ADDRESS', 'gRPC address of the ledger service'),
  webhooksAddress: grpcAddress('WEBHOOKS_ADDRESS', 'gRPC address of the webhooks service'),
  ...modeSettings,
  sandboxUrl: forTests(
    optional(
      url(
        'SANDBOX_URL',
        'URL of the sandbox bank; enables POST /api/sandbox/pay, in test mode only',
        {
          protocols: ['http:', 'https:'],
          liveProblem: noSandbox,
        },
      ),
    ),
  ),
  sandboxPublicUrl: forTests(
    optional(
      url('SANDBOX_PUBLIC_URL', 'URL at which browsers reach the page of the sandbox bank', {
        protocols: ['http:', 'https:'],
        liveProblem: noSandbox,
      }),
    ),
  ),
  callbackSecret: text(
    'PROVIDER_CALLBACK_SECRET',
    'secret path segment of the callback URL, /provider/<secret>; at least 32 characters in live mode',
    { liveProblem: shortCallbackSecret },
  ),
  previousCallbackSecret: optional(
    text(
      'PROVIDER_CALLBACK_SECRET_PREVIOUS',
      'the secret before, accepted as well until the bank calls the new callback URL',
      { liveProblem: shortCallbackSecret },
    ),
  ),
  requestTimeoutMs: integer(
    'REQUEST_TIMEOUT_MS',
    'maximum duration of a request; of it, auth and ledger get 30 %, at least 3 s',
    {
      fallback: 10_000,
      min: 100,
      max: 60_000,
    },
  ),
  trustedProxies: addressList(
    'TRUSTED_PROXIES',
    'IP addresses or CIDR ranges, comma-separated, of proxies whose X-Forwarded-For is trusted, or `none`; required in live mode',
  ),
  ratePerSecond: integer('RATE_LIMIT_PER_SECOND', 'requests per second and API key', {
    fallback: 100,
    min: 1,
    max: RATE_MAX,
  }),
  rateBurst: integer(
    'RATE_LIMIT_BURST',
    'requests per second and API key allowed once in ten seconds, the normal limit included',
    {
      fallback: 200,
      min: 1,
      max: RATE_MAX,
    },
  ),
  rateAccountKeys: forTests(
    integer(
      'RATE_LIMIT_ACCOUNT_KEYS',
      'keys of one account that may use their full rate at the same time',
      { fallback: 3, min: 1, max: 1_000 },
    ),
  ),
  failedKeysPerMinute: integer(
    'RATE_LIMIT_FAILED_KEYS_PER_MINUTE',
    'wrong API keys and sessions per minute and IP address',
    { fallback: 60, min: 1, max: RATE_MAX },
  ),
  publicPerMinute: integer(
    'RATE_LIMIT_PUBLIC_PER_MINUTE',
    'requests for public pages, log-ins and sign-ups per minute and IP address',
    { fallback: 600, min: 1, max: RATE_MAX },
  ),
  callbacksPerMinute: forTests(
    integer(
      'RATE_LIMIT_CALLBACKS_PER_MINUTE',
      'callbacks of the bank per minute; above it they are answered with 429, and the sweep finds the payments',
      { fallback: 6_000, min: 1, max: RATE_MAX },
    ),
  ),
  streamsPerAddress: forTests(
    integer(
      'STREAMS_PER_ADDRESS',
      'open streams per IP address at one gateway; a page that is refused one polls',
      { fallback: 100, min: 1, max: RATE_MAX },
    ),
  ),
  proofMaxAgeSeconds: forTests(
    integer(
      'SESSION_PROOF_SECONDS',
      'time after which refunds, new keys, secrets and security settings require the password again',
      { fallback: 900, min: 1, max: 86_400 },
    ),
  ),
  twoFactorRequired: choice(
    'TWO_FACTOR_REQUIRED',
    'whether the dashboard is closed to accounts without two-factor authentication',
    ['true', 'false'],
    { fallback: 'false' },
  ),
  keepAliveDrainMs: forTests(
    integer(
      'KEEP_ALIVE_DRAIN_MS',
      'how long a stopping gateway leaves idle connections open for requests that are on their way',
      { fallback: 2_000, max: 8_000 },
    ),
  ),
  overloadDelayMs: forTests(
    integer(
      'OVERLOAD_DELAY_MS',
      'delay of the event loop above which fewer requests are admitted, and the others refused with 503',
      { fallback: 50, min: 10, max: 60_000 },
    ),
  ),
  overloadRequestsMin: forTests(
    integer(
      'OVERLOAD_REQUESTS_MIN',
      'requests in progress below which a delay of the event loop refuses none',
      { fallback: 200, min: 0, max: 10_000 },
    ),
  ),
};

/** Validated here: express would throw on a malformed range at start. */
function addressList(name: string, meaning: string): Setting<readonly string[] | undefined> {
  const schema = z
    .string()
    .transform((text) => (text === 'none' ? [] : text.split(',').map((part) => part.trim())))
    .refine(
      (parts) => parts.every(isRange),
      'must be none, or IP addresses or CIDR ranges, comma-separated',
    );
  return { name, meaning, schema, fallback: undefined, liveProblem: widestRange };
}

function isRange(text: string): boolean {
  return isIP(text) !== 0 || ipaddr.isValidCIDR(text);
}

function widestRange(ranges: readonly string[]): string | undefined {
  const wide = ranges.find((range) => range.includes('/') && bitsOf(range) < PROXY_BITS_MIN);
  return wide === undefined
    ? undefined
    : `must have at least ${PROXY_BITS_MIN} bits per range in live mode, because any client in it may invent its address: name the proxies only`;
}

/** Of an IPv6 range with IPv4 addresses in it, those of the IPv4 range: express compares these. */
function bitsOf(range: string): number {
  const [address, bits] = ipaddr.parseCIDR(range);
  if (address.kind() === 'ipv4') return bits;
  const isOfMapped = (address as ipaddr.IPv6).isIPv4MappedAddress() || MAPPED.match(address, bits);
  return isOfMapped ? bits - MAPPED_PREFIX_BITS : bits;
}

function noSandbox(): string {
  return 'must not be set in live mode: leave it out';
}

export function loadConfig(source: EnvSource) {
  return readConfig(source, settings, ({ mode, trustedProxies }) =>
    mode === 'live' && trustedProxies === undefined
      ? [`TRUSTED_PROXIES must be set in live mode: ${settings.trustedProxies.meaning}`]
      : [],
  );
}

export type Config = ReturnType<typeof loadConfig>;
