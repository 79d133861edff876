import { BANK_PROFILES, type ProfileName } from '@entrada/pix/profiles/bank-profiles';
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
  text,
} from '@entrada/platform/config/settings';
import { eventLogProblems } from '@entrada/platform/events/open-event-log';
import { signingKeyProblems } from './clients/signing-key.ts';

const PROFILES = Object.keys(BANK_PROFILES) as [ProfileName, ...ProfileName[]];

const peerSettings = {
  authAddress: optionalText(
    'AUTH_ADDRESS',
    'gRPC address of the auth service, whose audit log records operators’ decisions',
  ),
  chargesAddress: optionalText(
    'CHARGES_ADDRESS',
    'gRPC address of the charges service, which returns payments in suspense and whose charges the auditor compares',
  ),
  webhooksAddress: optionalText(
    'WEBHOOKS_ADDRESS',
    'gRPC address of the webhooks service; with it the auditor compares credits and events',
  ),
};

/** With these the auditor reconciles with the bank's own list, once a day. */
const bankSettings = {
  providerUrl: optionalText(
    'PROVIDER_URL',
    'base address of the bank’s Pix API, to reconcile with',
  ),
  providerClientId: text('PROVIDER_CLIENT_ID', 'OAuth2 client at the bank', { fallback: '' }),
  providerClientSecret: text('PROVIDER_CLIENT_SECRET', 'secret of that client', { fallback: '' }),
  providerPixKey: text('PROVIDER_PIX_KEY', 'Pix key that receives the money', { fallback: '' }),
  providerProfile: choice('PROVIDER_PROFILE', 'which bank it is', PROFILES, { fallback: 'bcb' }),
  providerTokenUrl: optionalText(
    'PROVIDER_TOKEN_URL',
    'where tokens are, unless the profile knows',
  ),
  providerAppKey: optionalText('PROVIDER_APP_KEY', 'application key, for banks that ask for one'),
  providerTlsCertFile: optionalText('PROVIDER_TLS_CERT_FILE', 'our client certificate, PEM'),
  providerTlsKeyFile: optionalText('PROVIDER_TLS_KEY_FILE', 'its private key, PEM'),
  providerTlsCaFile: optionalText(
    'PROVIDER_TLS_CA_FILE',
    'authority of the bank’s certificate, PEM',
  ),
  providerTlsPassphrase: optionalText('PROVIDER_TLS_PASSPHRASE', 'opens the private key'),
};

const auditSettings = {
  auditEveryMs: integer('AUDIT_EVERY_MS', 'how often the auditor looks', {
    fallback: 30_000,
    min: 100,
  }),
  auditLagMs: integer('AUDIT_LAG_MS', 'how long things may take before the auditor expects them', {
    fallback: 120_000,
  }),
};

const checkpointSettings = {
  signingKey: optionalText(
    'LEDGER_SIGNING_KEY',
    'Ed25519 private key (PKCS#8 in base64) that signs receipts; without it there are none',
  ),
  publicKeys: optionalText(
    'LEDGER_PUBLIC_KEYS',
    'public keys (SPKI in base64, separated by commas) that signed receipts before; the one of the current signing key is always known',
  ),
  checkpointEveryMs: integer('CHECKPOINT_EVERY_MS', 'how often the ends of chains are signed', {
    fallback: 10_000,
    min: 100,
  }),
};

export const settings = {
  ...processSettings,
  ...grpcServerSettings,
  ...databaseSettings('LEDGER'),
  ...eventLogSettings,
  ...peerSettings,
  ...checkpointSettings,
  ...auditSettings,
  ...bankSettings,
};

export function loadConfig(source: EnvSource) {
  return readConfig(source, settings, (config) => [
    ...eventLogProblems(config),
    ...signingKeyProblems(config),
  ]);
}

export type Config = ReturnType<typeof loadConfig>;
