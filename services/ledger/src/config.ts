import {
  databaseSettings,
  eventLogSettings,
  grpcServerSettings,
  processSettings,
} from '@entrada/platform/config/common-settings';
import { type EnvSource, optionalText, readConfig } from '@entrada/platform/config/settings';
import { eventLogProblems } from '@entrada/platform/events/open-event-log';

export const settings = {
  ...processSettings,
  ...grpcServerSettings,
  ...databaseSettings('LEDGER'),
  ...eventLogSettings,
  authAddress: optionalText(
    'AUTH_ADDRESS',
    'gRPC address of the auth service, whose audit log hears of operators’ decisions',
  ),
};

export function loadConfig(source: EnvSource) {
  return readConfig(source, settings, eventLogProblems);
}

export type Config = ReturnType<typeof loadConfig>;
