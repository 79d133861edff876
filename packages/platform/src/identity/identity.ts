import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { experimental } from '@grpc/grpc-js';
import type { Registry } from 'prom-client';
import { optionalText, text } from '../config/settings.ts';
import type { Logger } from '../telemetry/log.ts';
import { certificateMetrics } from '../telemetry/metrics.ts';
import { callerIn } from './caller.ts';

type CertificateProvider = experimental.CertificateProvider;

/** In PEM. */
export type Credentials = {
  /** The certificate of this process, then those of the authorities between it and ours. */
  readonly certificate: Buffer;
  readonly key: Buffer;
  /** Of services. */
  readonly authority: Buffer;
  /** Of operators; without it no operator is admitted. */
  readonly operatorAuthority: Buffer | null;
  /** Serial numbers of certificates that are refused although they have not expired. */
  readonly revoked: ReadonlySet<string>;
};

/** Who this process is, and whom it trusts. */
export type Identity = {
  /** What grpc-js reads certificates from; it is notified of new ones. */
  readonly provider: CertificateProvider;
  current(): Credentials;
  isOperators(certificate: X509Certificate): boolean;
};

/** An identity whose credentials can be replaced while connections are open. */
export function openIdentity(first: Credentials): Identity & { replace(next: Credentials): void } {
  let current = checked(first);
  let operators = certificatesIn(current.operatorAuthority);
  const onAuthorities = new Set<experimental.CaCertificateUpdateListener>();
  const onCertificate = new Set<experimental.IdentityCertificateUpdateListener>();
  const authorities = () => ({ caCertificate: bundleOf(current) });
  const certificate = () => ({ certificate: current.certificate, privateKey: current.key });
  return {
    // A server listens for news only after it has asked for them, hence not at once.
    provider: {
      addCaCertificateListener(listener) {
        onAuthorities.add(listener);
        process.nextTick(listener, authorities());
      },
      removeCaCertificateListener: (listener) => void onAuthorities.delete(listener),
      addIdentityCertificateListener(listener) {
        onCertificate.add(listener);
        process.nextTick(listener, certificate());
      },
      removeIdentityCertificateListener: (listener) => void onCertificate.delete(listener),
    },
    current: () => current,
    isOperators: (peer) => operators.some((each) => isIssuedBy(peer, each)),
    replace(next) {
      current = checked(next);
      operators = certificatesIn(current.operatorAuthority);
      for (const listener of onAuthorities) listener(authorities());
      for (const listener of onCertificate) listener(certificate());
    },
  };
}

/** Throws when they would be refused by every peer; the sentence says which part is wrong. */
function checked(credentials: Credentials): Credentials {
  const certificate = new X509Certificate(credentials.certificate);
  if (!certificate.checkPrivateKey(createPrivateKey(credentials.key))) {
    throw new Error('the key is not that of the certificate');
  }
  if (!callerIn(certificate.subjectAltName)) {
    throw new Error('the certificate names no service: spiffe://entrada/<service> is missing');
  }
  if (certificatesIn(credentials.authority).length === 0) {
    throw new Error('the authority file holds no certificate');
  }
  return credentials;
}

/** Throws when another service, which has the same authorities, would refuse the certificate. */
export function requireOwnAuthority({ certificate, authority }: Credentials): void {
  const authorities = certificatesIn(authority);
  const [own, ...between] = certificatesIn(certificate);
  let last = own;
  while (last) {
    const issued = last;
    if (authorities.some((each) => isIssuedBy(issued, each))) return;
    const index = between.findIndex((each) => isIssuedBy(issued, each));
    [last] = index < 0 ? [] : between.splice(index, 1);
  }
  throw new Error('the certificate was not issued by an authority of the authority file');
}

function bundleOf({ authority, operatorAuthority }: Credentials): Buffer {
  return operatorAuthority
    ? Buffer.concat([authority, Buffer.from('\n'), operatorAuthority])
    : authority;
}

function certificatesIn(pem: Buffer | null): readonly X509Certificate[] {
  const blocks = pem
    ?.toString()
    .match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  return (blocks ?? []).map((block) => new X509Certificate(block));
}

function isIssuedBy(certificate: X509Certificate, authority: X509Certificate): boolean {
  return certificate.checkIssued(authority) && certificate.verify(authority.publicKey);
}

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
