import { databaseSettings, processSettings } from '@entrada/platform/config/common-settings';
import {
  choice,
  type EnvSource,
  forTests,
  integer,
  optionalText,
  port,
  readConfig,
  text,
} from '@entrada/platform/config/settings';

export const settings = {
  ...processSettings,
  ...databaseSettings('BANK'),
  httpPort: port('HTTP_PORT', 'port of the Pix API and the control API; 0 selects a free port', {
    fallback: 8090,
  }),
  smtpPort: forTests(
    port('SMTP_PORT', 'port on which mails are received and kept; 0 selects a free port', {
      fallback: 2525,
    }),
  ),
  hosts: forTests(
    optionalText(
      'BANK_HOSTS',
      'names, comma-separated, by which mails and the control API are reached, beside addresses, localhost and names of private networks',
    ),
  ),
  clientId: forTests(
    text('BANK_CLIENT_ID', 'OAuth2 client that may use the Pix API', {
      fallback: 'entrada',
    }),
  ),
  clientSecret: text('BANK_CLIENT_SECRET', 'secret of that client; it also signs its tokens'),
  scriptedAmounts: forTests(
    choice(
      'BANK_SCRIPTED_AMOUNTS',
      'whether amounts ending in 9901 to 9907 cents trigger scripted payers',
      ['true', 'false'],
      { fallback: 'false' },
    ),
  ),
  refundSettlesAfterMs: forTests(
    integer('BANK_REFUND_SETTLES_AFTER_MS', 'time until a refund settles', {
      fallback: 1_000,
      max: 86_400_000,
    }),
  ),
  merchantName: text('MERCHANT_NAME', 'name of the receiver in a payment code', {
    fallback: 'Entrada',
  }),
  merchantCity: text('MERCHANT_CITY', 'city of the receiver in a payment code', {
    fallback: 'Sao Paulo',
  }),
};

export function loadConfig(source: EnvSource) {
  return readConfig(source, settings);
}

export type Config = ReturnType<typeof loadConfig>;
