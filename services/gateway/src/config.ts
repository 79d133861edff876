import {
  cacheSettings,
  grpcAddress,
  processSettings,
} from '@entrada/platform/config/common-settings';
import {
  type EnvSource,
  integer,
  port,
  readConfig,
  text,
  url,
} from '@entrada/platform/config/settings';

export const settings = {
  ...processSettings,
  ...cacheSettings,
  port: port('PORT', 'port of the public REST API', { fallback: 8080 }),
  host: text('HOST', 'address the public port listens on', { fallback: '0.0.0.0' }),
  publicBaseUrl: url('PUBLIC_BASE_URL', 'address under which clients and payers reach us', {
    protocols: ['http:', 'https:'],
  }),
  authAddress: grpcAddress('AUTH_ADDRESS', 'gRPC address of the auth service'),
  chargesAddress: grpcAddress('CHARGES_ADDRESS', 'gRPC address of the charges service'),
  ledgerAddress: grpcAddress('LEDGER_ADDRESS', 'gRPC address of the ledger service'),
  callbackSecret: text(
    'PROVIDER_CALLBACK_SECRET',
    'secret path segment under /provider/ that the bank calls',
  ),
  requestTimeoutMs: integer('REQUEST_TIMEOUT_MS', 'longest a request may take', {
    fallback: 10_000,
    min: 100,
    max: 60_000,
  }),
};

export function loadConfig(source: EnvSource) {
  return readConfig(source, settings);
}

export type Config = ReturnType<typeof loadConfig>;
