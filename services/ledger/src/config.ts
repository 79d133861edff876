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
    'gRPC address of the auth service, whose audit log records decisions of operators',
  ),
  chargesAddress: optionalText(
    'CHARGES_ADDRESS',
    'gRPC address of the charges service, for returns of suspended payments and for the auditor',
  ),
  webhooksAddress: optionalText(
    'WEBHOOKS_ADDRESS',
    'gRPC address of the webhooks service, for the auditor',
  ),
};

/** With these the auditor reconciles with the bank's own list, once a day. */
const bankSettings = {
  providerUrl: optionalText('PROVIDER_URL', 'base URL of the bank’s Pix API, for reconciliation'),
  providerClientId: text('PROVIDER_CLIENT_ID', 'OAuth2 client id at the bank', { fallback: '' }),
  providerClientSecret: text('PROVIDER_CLIENT_SECRET', 'OAuth2 client secret at the bank', {
    fallback: '',
  }),
  providerPixKey: text('PROVIDER_PIX_KEY', 'Pix key that receives payments', { fallback: '' }),
  providerProfile: choice(
    'PROVIDER_PROFILE',
    'profile of the bank: its deviations from the Pix specification',
    PROFILES,
    { fallback: 'bcb' },
  ),
  providerTokenUrl: optionalText(
    'PROVIDER_TOKEN_URL',
    'OAuth2 token URL of the bank; overrides the one of its profile',
  ),
  providerAppKey: optionalText('PROVIDER_APP_KEY', 'application key, for banks that require one'),
  providerTlsCertFile: optionalText(
    'PROVIDER_TLS_CERT_FILE',
    'client certificate file for mutual TLS, PEM',
  ),
  providerTlsKeyFile: optionalText(
    'PROVIDER_TLS_KEY_FILE',
    'private key file of the client certificate, PEM',
  ),
  providerTlsCaFile: optionalText(
    'PROVIDER_TLS_CA_FILE',
    'CA bundle (PEM) for a bank with a private CA',
  ),
  providerTlsPassphrase: optionalText('PROVIDER_TLS_PASSPHRASE', 'passphrase of the private key'),
};

const auditSettings = {
  auditEveryMs: integer('AUDIT_EVERY_MS', 'pause between two audits', {
    fallback: 30_000,
    min: 100,
  }),
  auditLagMs: integer('AUDIT_LAG_MS', 'age above which the auditor reports a missing step', {
    fallback: 120_000,
  }),
};

const checkpointSettings = {
  signingKey: optionalText(
    'LEDGER_SIGNING_KEY',
    'Ed25519 private key (PKCS#8 in base64) that signs receipts; without it no receipts are issued',
  ),
  publicKeys: optionalText(
    'LEDGER_PUBLIC_KEYS',
    'public keys (SPKI in base64, comma-separated) of earlier signing keys; that of the current one is included',
  ),
  checkpointEveryMs: integer(
    'CHECKPOINT_EVERY_MS',
    'pause between two signed checkpoints of the hash chains',
    {
      fallback: 10_000,
      min: 100,
    },
  ),
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
