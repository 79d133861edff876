import type { IncomingMessage } from 'node:http';
import { AppError } from '@entrada/platform/errors/app-error';

/** Of two of these a proxy may have believed the one and we the other. */
const SINGLE = new Set([
  'host',
  'authorization',
  'x-api-key',
  'content-type',
  'content-encoding',
  'idempotency-key',
  'origin',
  'sec-fetch-site',
]);

/** What Node takes as it comes, or answers without a word: no host, and one header twice. */
export function checkHeaders(request: IncomingMessage): void {
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    throw badRequest('Host header is required');
  }
  const twice = firstTwice(request);
  if (twice) throw badRequest(`Header ${twice} must come once`);
}

/** `rawHeaders` are names and values in turn. */
function firstTwice({ headers, rawHeaders }: IncomingMessage): string | undefined {
  // As many names as headers: none came twice, as nearly always.
  if (Object.keys(headers).length * 2 === rawHeaders.length) return undefined;
  const seen = new Set<string>();
  return rawHeaders
    .filter((_text, i) => i % 2 === 0)
    .map((name) => name.toLowerCase())
    .find((name) => SINGLE.has(name) && (seen.has(name) || !seen.add(name)));
}

function badRequest(message: string): AppError {
  return new AppError('INVALID_ARGUMENT', message, { reason: 'bad_request' });
}
