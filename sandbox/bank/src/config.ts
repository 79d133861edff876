import { databaseSettings, processSettings } from '@entrada/platform/config/common-settings';
import { type EnvSource, port, readConfig, text } from '@entrada/platform/config/settings';

/** What a location leaves for the host: 77 characters less `/qr/v2/` and 32 random digits. */
const LOCATION_HOST_LENGTH_MAX = 38;

export const settings = {
  ...processSettings,
  ...databaseSettings('BANK'),
  httpPort: port('HTTP_PORT', 'port of the Pix API and the control API; 0 picks a free one', {
    fallback: 8090,
  }),
  httpHost: text('HTTP_HOST', 'address that port listens on', { fallback: '0.0.0.0' }),
  clientId: text('BANK_CLIENT_ID', 'OAuth2 client that may use the Pix API', {
    fallback: 'entrada',
  }),
  clientSecret: text('BANK_CLIENT_SECRET', 'secret of that client; it also signs the tokens'),
  locationHost: text('BANK_LOCATION_HOST', 'host inside the codes this bank hands out', {
    fallback: 'pix.sandbox.test',
  }),
  merchantName: text('MERCHANT_NAME', 'receiver’s name in a payment code', { fallback: 'Entrada' }),
  merchantCity: text('MERCHANT_CITY', 'receiver’s city in a payment code', {
    fallback: 'Sao Paulo',
  }),
};

export function loadConfig(source: EnvSource) {
  return readConfig(source, settings, ({ locationHost = '' }) =>
    locationHost.length <= LOCATION_HOST_LENGTH_MAX
      ? []
      : [`BANK_LOCATION_HOST must have at most ${LOCATION_HOST_LENGTH_MAX} characters`],
  );
}

export type Config = ReturnType<typeof loadConfig>;
