import { bankSettings } from '@entrada/pix/connection/bank-settings';
import {
  databaseSettings,
  eventLogSettings,
  grpcServerSettings,
  modeSettings,
  processSettings,
} from '@entrada/platform/config/common-settings';
import {
  type EnvSource,
  forTests,
  integer,
  optional,
  optionalText,
  readConfig,
} from '@entrada/platform/config/settings';
import { eventKey, eventKeyPrevious, eventKeyProblems } from '@entrada/platform/events/mac';
import { eventLogProblems } from '@entrada/platform/events/open-event-log';
import { identitySettings } from '@entrada/platform/identity/identity';
import { signingKeyProblems } from './clients/signing-key.ts';

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

/** With an address of the bank the auditor reconciles with the bank's own list, once a day. */
const reconciliationSettings = {
  ...bankSettings,
  providerUrl: optional(bankSettings.providerUrl),
  providerClientId: { ...bankSettings.providerClientId, fallback: '' },
  providerClientSecret: { ...bankSettings.providerClientSecret, fallback: '' },
  providerPixKey: { ...bankSettings.providerPixKey, fallback: '' },
};

const auditSettings = {
  auditEveryMs: forTests(
    integer('AUDIT_EVERY_MS', 'pause between two audits', {
      fallback: 30_000,
      min: 100,
    }),
  ),
  auditLagMs: forTests(
    integer('AUDIT_LAG_MS', 'age above which the auditor reports a missing step', {
      fallback: 120_000,
    }),
  ),
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
  checkpointEveryMs: forTests(
    integer('CHECKPOINT_EVERY_MS', 'pause between two signed checkpoints of the hash chains', {
      fallback: 10_000,
      min: 100,
    }),
  ),
};

const eventKeySettings = {
  chargesEventKey: eventKey('charges', 'ledger'),
  chargesEventKeyPrevious: eventKeyPrevious('charges', 'ledger'),
  webhooksEventKey: eventKey('ledger', 'webhooks'),
};

export const settings = {
  ...processSettings,
  ...identitySettings,
  ...grpcServerSettings,
  ...databaseSettings('LEDGER'),
  ...modeSettings,
  ...eventLogSettings,
  ...peerSettings,
  ...checkpointSettings,
  ...auditSettings,
  ...reconciliationSettings,
  ...eventKeySettings,
};

export function loadConfig(source: EnvSource) {
  return readConfig(source, settings, (config) => [
    ...eventLogProblems(config),
    ...signingKeyProblems(config),
    ...eventKeyProblems(eventKeySettings, config),
  ]);
}

export type Config = ReturnType<typeof loadConfig>;
