import {
  databaseSettings,
  grpcServerSettings,
  processSettings,
} from '@entrada/platform/config/common-settings';
import { choice, type EnvSource, readConfig, secretBytes } from '@entrada/platform/config/settings';

export const settings = {
  ...processSettings,
  ...grpcServerSettings,
  ...databaseSettings('AUTH'),
  mode: choice('MODE', 'live with a real bank, test with the sandbox bank', ['live', 'test']),
  keyPepper: secretBytes('AUTH_KEY_PEPPER', 'secret under which API keys are digested'),
};

export function loadConfig(source: EnvSource) {
  return readConfig(source, settings);
}

export type Config = ReturnType<typeof loadConfig>;
