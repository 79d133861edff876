import { choice, optionalText, plainHttp, text, url } from '@entrada/platform/config/settings';
import { BANK_PROFILES, type ProfileName } from '../profiles/bank-profiles.ts';

const CALLBACK_SECRET_LENGTH_MIN = 32;

/** Where the bank is, how it deviates from the specification, and our credentials for it. */
export const bankSettings = {
  providerUrl: url('PROVIDER_URL', 'base URL of the bank’s Pix API', {
    protocols: ['http:', 'https:'],
    liveProblem: plainHttp,
  }),
  providerClientId: text('PROVIDER_CLIENT_ID', 'OAuth2 client id at the bank'),
  providerClientSecret: text('PROVIDER_CLIENT_SECRET', 'OAuth2 client secret at the bank'),
  providerPixKey: text('PROVIDER_PIX_KEY', 'Pix key that receives payments'),
  providerProfile: choice(
    'PROVIDER_PROFILE',
    'profile of the bank: its deviations from the Pix specification',
    Object.keys(BANK_PROFILES) as [ProfileName, ...ProfileName[]],
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

/** For `liveProblem`: a caller with the secret makes us ask the bank. */
export function shortCallbackSecret(secret: string): string | undefined {
  if (secret.length >= CALLBACK_SECRET_LENGTH_MIN) return undefined;
  return `must have a secret of at least ${CALLBACK_SECRET_LENGTH_MIN} characters in live mode: set what openssl rand -hex 32 prints`;
}
