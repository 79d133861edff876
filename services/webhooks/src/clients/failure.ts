import type { Failure } from '../domain/post-result.ts';
import { ConnectTimeout, Untrusted } from './connector.ts';
import { Blocked } from './destinations.ts';
import { Late, TooLong } from './exchange.ts';
import { Unresolved } from './resolver.ts';

type Known = { readonly failure: Failure; readonly detail: string | null };

const BY_CODE: readonly (readonly [RegExp, Failure, string | null])[] = [
  [/^ETIMEDOUT$/, 'timeout', null],
  [/^ECONNREFUSED$/, 'refused', null],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'refused', 'the host cannot be reached'],
  [/^ERR_SSL_WRONG_VERSION_NUMBER$/, 'insecure', 'the port does not speak TLS'],
  [
    /^ERR_SSL_(UNSUPPORTED_PROTOCOL|TLSV1_ALERT_PROTOCOL_VERSION)$/,
    'insecure',
    'the host does not speak TLS 1.2 or newer',
  ],
  [/(CERT|SSL|TLS|UNABLE_TO_|EPROTO)/, 'insecure', null],
  [/^(HPE_|HTTPParserError|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES)/, 'malformed', null],
];

/** What an error on the way to a receiver and back means. */
export function failureOf(error: unknown): Known {
  if (error instanceof Late) return { failure: 'timeout', detail: null };
  if (error instanceof TooLong) return { failure: 'too_long', detail: null };
  if (error instanceof Blocked) return { failure: 'blocked', detail: error.message };
  if (error instanceof ConnectTimeout) return { failure: 'timeout', detail: error.message };
  if (error instanceof Unresolved) return { failure: 'unresolved', detail: null };
  if (error instanceof Untrusted) return { failure: 'insecure', detail: error.message };
  const { code, name } = error as { code?: unknown; name?: unknown };
  // Parser errors have no code of their own.
  const known = BY_CODE.find(([pattern]) => pattern.test(String(code ?? name)));
  return known ? { failure: known[1], detail: known[2] } : { failure: 'reset', detail: null };
}
