import { choice, type EnvSource, optional, optionalText } from './settings.ts';

const URL_VARIABLE = /^DATABASE_URL_/;

/** How the connection to Postgres is protected; what a URL says itself goes before. */
export const databaseTlsSettings = {
  databaseSslMode: optional(
    choice(
      'DATABASE_SSLMODE',
      'verify-full encrypts connections to Postgres and checks its certificate and name, disable does neither; the default is that of the URL',
      ['disable', 'verify-full'],
    ),
  ),
  databaseCaFile: optionalText(
    'DATABASE_TLS_CA_FILE',
    'CA bundle for a Postgres with a private CA, read for each connection; implies verify-full',
  ),
};

/**
 * The environment with every DATABASE_URL_* completed by the settings above, as parameters that the driver reads. So they
 * hold for services, migrations and commands alike.
 */
export function withDatabaseTls(env: EnvSource): EnvSource {
  const { DATABASE_TLS_CA_FILE: caFile, DATABASE_SSLMODE: mode = caFile && 'verify-full' } = env;
  if (!mode) return env;
  const complete = ([name, value]: [string, string | undefined]) => [
    name,
    value && URL_VARIABLE.test(name) ? completed(value, { mode, caFile }) : value,
  ];
  return Object.fromEntries(Object.entries(env).map(complete));
}

type Tls = { readonly mode: string; readonly caFile?: string | undefined };

function completed(text: string, { mode, caFile }: Tls): string {
  // The parser of the setting says what is wrong with it.
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (!url.searchParams.has('sslmode')) url.searchParams.set('sslmode', mode);
  const isEncrypted = url.searchParams.get('sslmode') !== 'disable';
  if (isEncrypted && caFile && !url.searchParams.has('sslrootcert')) {
    url.searchParams.set('sslrootcert', caFile);
  }
  return url.href;
}
