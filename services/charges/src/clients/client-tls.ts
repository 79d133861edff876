import { readFileSync } from 'node:fs';
import type { ClientTls } from '@entrada/pix/client/bank-http';
import type { Config } from '../config.ts';

type TlsFiles = Pick<
  Config,
  'providerTlsCertFile' | 'providerTlsKeyFile' | 'providerTlsCaFile' | 'providerTlsPassphrase'
>;

/** What proves us to the bank, read once; a file that is missing stops the start. */
export function clientTls(files: TlsFiles): ClientTls | undefined {
  const { providerTlsCertFile, providerTlsKeyFile, providerTlsCaFile, providerTlsPassphrase } =
    files;
  if (!providerTlsCertFile && !providerTlsCaFile) return undefined;
  return {
    ...(providerTlsCertFile && { cert: readFileSync(providerTlsCertFile) }),
    ...(providerTlsKeyFile && { key: readFileSync(providerTlsKeyFile) }),
    ...(providerTlsCaFile && { ca: readFileSync(providerTlsCaFile) }),
    ...(providerTlsPassphrase && { passphrase: providerTlsPassphrase }),
  };
}
