import {
  databaseSettings,
  eventLogSettings,
  grpcServerSettings,
  processSettings,
} from '@entrada/platform/config/common-settings';
import {
  choice,
  type EnvSource,
  integer,
  optionalText,
  readConfig,
  secretBytes,
} from '@entrada/platform/config/settings';
import { eventLogProblems } from '@entrada/platform/events/open-event-log';
import { parseNetworks } from './clients/networks.ts';
import { openResolver } from './clients/resolver.ts';

const KEY_BYTES = 32;

const webhookSettings = {
  secretKey: secretBytes('WEBHOOKS_SECRET_KEY', 'key that endpoint secrets are sealed with'),
  allowHttp: choice(
    'WEBHOOK_ALLOW_HTTP',
    'whether an endpoint may have a plain http:// URL; for development only',
    ['true', 'false'],
    { fallback: 'false' },
  ),
  allowedHosts: optionalText(
    'WEBHOOK_ALLOWED_HOSTS',
    'hosts, separated by commas, that endpoints may name whatever their address',
  ),
  allowedNetworks: optionalText(
    'WEBHOOK_ALLOWED_NETWORKS',
    'networks, such as 10.0.0.0/8, separated by commas, that endpoints may lie in although they are not public',
  ),
  dnsServers: optionalText(
    'WEBHOOK_DNS_SERVERS',
    'DNS servers, separated by commas, that resolve endpoints; those of the machine when absent',
  ),
  timeoutMs: integer('WEBHOOK_TIMEOUT_MS', 'longest a receiver may take for its whole answer', {
    fallback: 15_000,
    min: 100,
    max: 60_000,
  }),
  leaseMarginMs: integer(
    'WEBHOOK_LEASE_MARGIN_MS',
    'a delivery claimed by a process that died is sent again this long after its timeout',
    { fallback: 5_000, min: 100, max: 60_000 },
  ),
};

export const settings = {
  ...processSettings,
  ...grpcServerSettings,
  ...databaseSettings('WEBHOOKS'),
  ...eventLogSettings,
  ...webhookSettings,
};

export function loadConfig(source: EnvSource) {
  return readConfig(source, settings, (config) => [
    ...eventLogProblems(config),
    ...keyProblems(config.secretKey),
    ...networkProblems(config.allowedNetworks),
    ...serverProblems(config.dnsServers),
  ]);
}

/** A longer key would be cut by hand at every restart; better to say so once. */
function keyProblems(key: Buffer | undefined): string[] {
  if (key === undefined || key.length === KEY_BYTES) return [];
  return [`WEBHOOKS_SECRET_KEY must hold exactly ${KEY_BYTES} bytes`];
}

export function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function networkProblems(text: string | undefined): string[] {
  try {
    parseNetworks(listOf(text));
    return [];
  } catch {
    return ['WEBHOOK_ALLOWED_NETWORKS must name networks such as 10.0.0.0/8'];
  }
}

function serverProblems(text: string | undefined): string[] {
  try {
    openResolver({ servers: listOf(text) });
    return [];
  } catch {
    return ['WEBHOOK_DNS_SERVERS must name addresses such as 10.0.0.2 or 10.0.0.2:5353'];
  }
}

export type Config = ReturnType<typeof loadConfig>;
