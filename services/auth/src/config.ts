import {
  databaseSettings,
  grpcServerSettings,
  processSettings,
} from '@entrada/platform/config/common-settings';
import {
  choice,
  type EnvSource,
  integer,
  readConfig,
  type Setting,
  secretBytes,
} from '@entrada/platform/config/settings';

export const settings = {
  ...processSettings,
  ...grpcServerSettings,
  ...databaseSettings('AUTH'),
  mode: choice('MODE', 'live with a real bank, test with the sandbox bank', ['live', 'test']),
  keyPepper: secretBytes('AUTH_KEY_PEPPER', 'secret under which API keys are digested'),
  keyPepperPrevious: {
    ...secretBytes(
      'AUTH_KEY_PEPPER_PREVIOUS',
      'the pepper before, while keys that it digested are still in use',
    ),
    fallback: undefined,
  } as Setting<Buffer | undefined>,
  triesPerAddressMax: integer(
    'AUTH_TRIES_PER_ADDRESS_MAX',
    'wrong passwords in 15 minutes for one e-mail address',
    { fallback: 10, min: 1, max: 1_000_000 },
  ),
  triesPerIpMax: integer('AUTH_TRIES_PER_IP_MAX', 'wrong passwords in 15 minutes from one IP', {
    fallback: 100,
    min: 1,
    max: 1_000_000,
  }),
};

export function loadConfig(source: EnvSource) {
  return readConfig(source, settings);
}

export type Config = ReturnType<typeof loadConfig>;
