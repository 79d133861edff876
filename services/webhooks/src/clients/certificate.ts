import type { TLSSocket } from 'node:tls';

const NAMES_SHOWN_MAX = 3;

/** Says in plain words why the certificate of a connection is not to be trusted. */
export function certificateProblem(socket: TLSSocket, hostname: string): string {
  const code = String(socket.authorizationError ?? '');
  const certificate = socket.getPeerCertificate();
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return `the certificate expired on ${dayOf(certificate.valid_to)}`;
    case 'CERT_NOT_YET_VALID':
      return `the certificate is not valid before ${dayOf(certificate.valid_from)}`;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return 'the certificate is self-signed';
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return 'the certificate has no trusted issuer; an intermediate certificate may be missing';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `the certificate is for ${namesIn(certificate.subjectaltname)}, not for ${hostname}`;
    default:
      return 'the certificate could not be trusted';
  }
}

/** `Nov 15 00:00:00 2026 GMT` becomes 2026-11-15. */
function dayOf(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? 'an unknown day' : at.toISOString().slice(0, 10);
}

function namesIn(subjectAltName: string | undefined): string {
  const names = (subjectAltName ?? '').match(/(?<=DNS:)[\w.*-]+/g) ?? [];
  return names.length === 0 ? 'no host name' : names.slice(0, NAMES_SHOWN_MAX).join(', ');
}
