import { readFileSync } from 'node:fs';

/** What the launcher names in the settings of a service. */
export function readCertificate() {
  const { TLS_CERT_FILE = '', TLS_KEY_FILE = '', TLS_CA_FILE = '' } = process.env;
  return {
    certificate: readFileSync(TLS_CERT_FILE),
    key: readFileSync(TLS_KEY_FILE),
    authority: readFileSync(TLS_CA_FILE),
  };
}

/** Ends this process on a signal, and when the process that started it has ended. */
export function untilLauncherIsGone(): void {
  process.once('SIGTERM', () => process.exit(0));
  process.once('disconnect', () => process.exit(0));
}
