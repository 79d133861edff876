import {
  databaseSettings,
  eventLogSettings,
  grpcServerSettings,
  processSettings,
} from '@entrada/platform/config/common-settings';
import {
  type EnvSource,
  integer,
  optionalText,
  readConfig,
} from '@entrada/platform/config/settings';
import { eventLogProblems } from '@entrada/platform/events/open-event-log';
import { signingKeyProblems } from './clients/signing-key.ts';

const peerSettings = {
  authAddress: optionalText(
    'AUTH_ADDRESS',
    'gRPC address of the auth service, whose audit log hears of operators’ decisions',
  ),
};

const checkpointSettings = {
  signingKey: optionalText(
    'LEDGER_SIGNING_KEY',
    'Ed25519 private key (PKCS#8 in base64) that signs receipts; without it there are none',
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
};

export function loadConfig(source: EnvSource) {
  return readConfig(source, settings, (config) => [
    ...eventLogProblems(config),
    ...signingKeyProblems(config),
  ]);
}

export type Config = ReturnType<typeof loadConfig>;
