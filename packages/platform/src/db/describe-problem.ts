const UNTRUSTED =
  /SELF_SIGNED_CERT|UNABLE_TO_(VERIFY|GET_ISSUER)|CERT_(HAS_EXPIRED|NOT_YET_VALID)|ERR_TLS_CERT_ALTNAME_INVALID/;
const UNREACHABLE = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/;

const REFUSED_LOGIN = ['28P01', '28000'];
const NO_DATABASE = '3D000';
const NO_TABLE = '42P01';

export const RUN_MIGRATIONS =
  'run the migrations of this version (the migration Job of the chart, or npm run migrate)';

/** What keeps a service from its database, and what to do about it. */
export function describeProblem(error: Error & { readonly code?: string }): string {
  const { code = '' } = error;
  // For a name with several addresses Node gives an error without a message.
  const message = error.message || code || error.name;
  if (code === NO_TABLE) return `it was never migrated: ${RUN_MIGRATIONS}`;
  return `${message}${adviceFor(code)}`;
}

function adviceFor(code: string): string {
  if (REFUSED_LOGIN.includes(code))
    return ': check user and password in the DATABASE_URL_… of this service';
  if (code === NO_DATABASE) return ': create it, or correct the DATABASE_URL_… of this service';
  if (UNTRUSTED.test(code)) {
    return ': check DATABASE_TLS_CA_FILE (postgres.tls.caSecret of the chart), the authority of the certificate of the server';
  }
  if (UNREACHABLE.test(code)) {
    return ': check host and port in the DATABASE_URL_… of this service, and the network policies on the way';
  }
  return '';
}
