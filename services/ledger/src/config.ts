import {
  databaseSettings,
  eventLogSettings,
  grpcServerSettings,
  processSettings,
} from '@entrada/platform/config/common-settings';
import { type EnvSource, readConfig } from '@entrada/platform/config/settings';
import { eventLogProblems } from '@entrada/platform/events/open-event-log';

export const settings = {
  ...processSettings,
  ...grpcServerSettings,
  ...databaseSettings('LEDGER'),
  ...eventLogSettings,
};

export function loadConfig(source: EnvSource) {
  return readConfig(source, settings, eventLogProblems);
}

export type Config = ReturnType<typeof loadConfig>;
