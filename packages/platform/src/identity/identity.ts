import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { experimental } from '@grpc/grpc-js';
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
