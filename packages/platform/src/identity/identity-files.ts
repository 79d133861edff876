import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Registry } from 'prom-client';
import { optionalText, text } from '../config/settings.ts';
import { certificateMetrics } from '../telemetry/certificate-metrics.ts';
import type { Logger } from '../telemetry/log.ts';
import { type Credentials, type Identity, openIdentity, requireOwnAuthority } from './identity.ts';

const LOOK_EVERY_MS = 5_000;

/** Settings of every process that talks gRPC. */
export const identitySettings = {
  tlsCertFile: text(
    'TLS_CERT_FILE',
    'certificate of this service, PEM; it names spiffe://entrada/<service>',
  ),
  tlsKeyFile: text('TLS_KEY_FILE', 'private key of the certificate, PEM'),
  tlsCaFile: text('TLS_CA_FILE', 'authorities that issue certificates of services, PEM'),
  tlsOperatorCaFile: optionalText(
    'TLS_OPERATOR_CA_FILE',
    'authorities that issue certificates of operators, PEM; without it no operator is admitted',
  ),
  tlsRevokedFile: optionalText(
    'TLS_REVOKED_FILE',
    'serial numbers (hexadecimal, one per line) of certificates to refuse before they expire',
  ),
};

export type IdentityFiles = {
  readonly tlsCertFile: string;
  readonly tlsKeyFile: string;
  readonly tlsCaFile: string;
  readonly tlsOperatorCaFile?: string | undefined;
  readonly tlsRevokedFile?: string | undefined;
};

type Surroundings = { readonly log: Logger; readonly metrics: Registry };

/**
 * The identity in these files. They are read again every few seconds: a new certificate is used for
 * new connections, and open ones stay. Files that do not fit together leave the previous identity in use.
 */
export async function watchIdentity(
  files: IdentityFiles,
  { log, metrics }: Surroundings,
): Promise<Identity & Disposable> {
  const first = await read(files);
  const identity = openIdentity(first);
  const note = certificateMetrics(metrics);
  note(expiryOf(first));
  let isReading = false;
  let problem = '';

  async function look(): Promise<void> {
    const next = await read(files);
    if (isSame(next, identity.current())) return;
    identity.replace(next);
    note(expiryOf(next));
    log.info({ expiresAt: expiryOf(next).toISOString() }, 'certificate replaced');
  }

  const timer = setInterval(async () => {
    if (isReading) return;
    isReading = true;
    try {
      await look();
      problem = '';
    } catch (err) {
      const { message } = err as Error;
      // Once: a mounted Secret is replaced file by file, and a wrong one stays for long.
      if (message !== problem)
        log.warn({ err }, 'certificate files refused, previous ones stay in use');
      problem = message;
    } finally {
      isReading = false;
    }
  }, LOOK_EVERY_MS).unref();
  return { ...identity, [Symbol.dispose]: () => clearInterval(timer) };
}

async function read(files: IdentityFiles): Promise<Credentials> {
  const [certificate, key, authority, operatorAuthority, revoked] = await Promise.all([
    readFile(files.tlsCertFile),
    readFile(files.tlsKeyFile),
    readFile(files.tlsCaFile),
    readIfThere(files.tlsOperatorCaFile),
    readIfThere(files.tlsRevokedFile),
  ]);
  const revokedSerials = serialsIn(revoked?.toString() ?? '');
  const found = { certificate, key, authority, operatorAuthority, revoked: revokedSerials };
  requireOwnAuthority(found);
  return found;
}

/** Both may be made while the process runs. */
async function readIfThere(file: string | undefined): Promise<Buffer | null> {
  if (!file) return null;
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

function serialsIn(lines: string): ReadonlySet<string> {
  const serials = lines.split('\n').map((line) => line.trim().replaceAll(':', '').toUpperCase());
  return new Set(serials.filter((serial) => serial !== ''));
}

function expiryOf({ certificate }: Credentials): Date {
  return new Date(new X509Certificate(certificate).validTo);
}

function isSame(one: Credentials, other: Credentials): boolean {
  return textOf(one) === textOf(other);
}

function textOf({ certificate, key, authority, operatorAuthority, revoked }: Credentials): string {
  return [certificate, key, authority, operatorAuthority ?? '', ...revoked].join('\n');
}
