import {
  databaseSettings,
  eventLogSettings,
  grpcAddress,
  grpcServerSettings,
  modeSettings,
  processSettings,
} from '@entrada/platform/config/common-settings';
import {
  choice,
  type EnvSource,
  encryptionKey,
  forTests,
  integer,
  optional,
  optionalText,
  readConfig,
} from '@entrada/platform/config/settings';
import { eventKey, eventKeyPrevious, eventKeyProblems } from '@entrada/platform/events/mac';
import { eventLogProblems } from '@entrada/platform/events/open-event-log';
import { identitySettings } from '@entrada/platform/identity/identity';
import { openResolver, parseNetworks } from './clients/destinations.ts';

const webhookSettings = {
  authAddress: grpcAddress('AUTH_ADDRESS', 'gRPC address of the auth service'),
  secretKey: encryptionKey('WEBHOOKS_SECRET_KEY', 'key that encrypts the secrets of endpoints'),
  secretKeyPrevious: optional(
    encryptionKey(
      'WEBHOOKS_SECRET_KEY_PREVIOUS',
      'the key before, while secrets that it encrypted are moved to WEBHOOKS_SECRET_KEY, or the next one, before it is used',
    ),
  ),
  allowHttp: forTests(
    choice(
      'WEBHOOK_ALLOW_HTTP',
      'whether endpoints may use http:// URLs; for development only',
      ['true', 'false'],
      {
        fallback: 'false',
        liveProblem: (value) => (value === 'true' ? 'must not be true in live mode' : undefined),
      },
    ),
  ),
  allowedHosts: optionalText(
    'WEBHOOK_ALLOWED_HOSTS',
    'hosts, comma-separated, that endpoints may use even if their address is not public',
  ),
  allowedNetworks: optionalText(
    'WEBHOOK_ALLOWED_NETWORKS',
    'private networks, such as 10.0.0.0/8, comma-separated, that endpoints may be in',
  ),
  refusedPorts: forTests(
    optionalText(
      'WEBHOOK_REFUSED_PORTS',
      'ports, comma-separated, that endpoints must not use at the hosts and in the networks above, such as those of this system',
    ),
  ),
  dnsServers: forTests(
    optionalText(
      'WEBHOOK_DNS_SERVERS',
      'DNS servers, comma-separated, that resolve endpoints; the default is those of the machine',
    ),
  ),
  timeoutMs: integer(
    'WEBHOOK_TIMEOUT_MS',
    'maximum duration of an attempt, including the response',
    {
      fallback: 15_000,
      min: 100,
      max: 60_000,
    },
  ),
  leaseMarginMs: forTests(
    integer(
      'WEBHOOK_LEASE_MARGIN_MS',
      'time beyond WEBHOOK_TIMEOUT_MS after which another process claims the delivery of a crashed one',
      { fallback: 5_000, min: 100, max: 60_000 },
    ),
  ),
};

/** A network of fewer bits is a large part of the internet. */
const NETWORK_BITS_MIN = 8;
const PORTS = /^\d{1,5}(\s*,\s*\d{1,5})*$/;

const eventKeySettings = {
  chargesEventKey: eventKey('charges', 'webhooks'),
  chargesEventKeyPrevious: eventKeyPrevious('charges', 'webhooks'),
  ledgerEventKey: eventKey('ledger', 'webhooks'),
  ledgerEventKeyPrevious: eventKeyPrevious('ledger', 'webhooks'),
};

export const settings = {
  ...processSettings,
  ...identitySettings,
  ...grpcServerSettings,
  ...databaseSettings('WEBHOOKS'),
  ...modeSettings,
  ...eventLogSettings,
  ...eventKeySettings,
  ...webhookSettings,
};

export function loadConfig(source: EnvSource) {
  return readConfig(source, settings, (config) => [
    ...eventLogProblems(config),
    ...eventKeyProblems(eventKeySettings, config),
    ...problemUnless(
      () => parseNetworks(listOf(config.allowedNetworks)),
      'WEBHOOK_ALLOWED_NETWORKS must name networks such as 10.0.0.0/8',
    ),
    ...problemUnless(
      () => openResolver({ servers: listOf(config.dnsServers) }),
      'WEBHOOK_DNS_SERVERS must name addresses such as 10.0.0.2 or 10.0.0.2:5353',
    ),
    ...(PORTS.test(config.refusedPorts ?? '0')
      ? []
      : ['WEBHOOK_REFUSED_PORTS must be port numbers']),
    ...(config.mode === 'live' && listOf(config.allowedNetworks).some(isWide)
      ? [`WEBHOOK_ALLOWED_NETWORKS must have at least ${NETWORK_BITS_MIN} bits each in live mode`]
      : []),
  ]);
}

function isWide(network: string): boolean {
  return Number(network.split('/').at(-1)) < NETWORK_BITS_MIN;
}

function problemUnless(parse: () => unknown, problem: string): string[] {
  try {
    parse();
    return [];
  } catch {
    return [problem];
  }
}

export function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export type Config = ReturnType<typeof loadConfig>;
