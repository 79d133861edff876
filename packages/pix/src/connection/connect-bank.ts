import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ConfigOf } from '@entrada/platform/config/settings';
import type { ClientTls } from '../client/bank-http.ts';
import { openPixClient, type PixClient } from '../client/pix-client.ts';
import type { PixClientOptions } from '../client/pix-client-options.ts';
import { BANK_PROFILES } from '../profiles/bank-profiles.ts';
import type { bankSettings } from './bank-settings.ts';

type BankConfig = ConfigOf<typeof bankSettings>;

type ConfiguredOption =
  | 'baseUrl'
  | 'tokenUrl'
  | 'clientId'
  | 'clientSecret'
  | 'appKey'
  | 'pixKey'
  | 'profile'
  | 'tls';

type Options = Omit<PixClientOptions, ConfiguredOption> & {
  /** Gets the end of the certificate that we show to the bank. */
  readonly onCertificate?: (expiresAt: Date) => void;
};

/** The client of the configured bank. Its TLS files are read once; a missing one stops the start. */
export function connectBank(config: BankConfig, { onCertificate, ...options }: Options): PixClient {
  const tls = clientTls(config);
  if (tls?.cert) onCertificate?.(new X509Certificate(tls.cert).validToDate);
  return openPixClient({
    ...options,
    baseUrl: config.providerUrl,
    tokenUrl: config.providerTokenUrl,
    clientId: config.providerClientId,
    clientSecret: config.providerClientSecret,
    appKey: config.providerAppKey,
    pixKey: config.providerPixKey,
    profile: BANK_PROFILES[config.providerProfile],
    tls,
  });
}

function clientTls(config: BankConfig): ClientTls | undefined {
  const { providerTlsCertFile: cert, providerTlsKeyFile: key, providerTlsCaFile: ca } = config;
  if (!cert && !ca) return undefined;
  return {
    ...(cert && { cert: readFileSync(cert) }),
    ...(key && { key: readFileSync(key) }),
    ...(ca && { ca: readFileSync(ca) }),
    ...(config.providerTlsPassphrase && { passphrase: config.providerTlsPassphrase }),
  };
}
