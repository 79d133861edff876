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
  readConfig,
  secretBytes,
} from '@entrada/platform/config/settings';
import { eventLogProblems } from '@entrada/platform/events/open-event-log';

const KEY_BYTES = 32;

const webhookSettings = {
  secretKey: secretBytes('WEBHOOKS_SECRET_KEY', 'key that endpoint secrets are sealed with'),
  allowHttp: choice(
    'WEBHOOK_ALLOW_HTTP',
    'whether an endpoint may have a plain http:// URL; for development only',
    ['true', 'false'],
    { fallback: 'false' },
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
  ]);
}

/** A longer key would be cut by hand at every restart; better to say so once. */
function keyProblems(key: Buffer | undefined): string[] {
  if (key === undefined || key.length === KEY_BYTES) return [];
  return [`WEBHOOKS_SECRET_KEY must hold exactly ${KEY_BYTES} bytes`];
}

export type Config = ReturnType<typeof loadConfig>;
