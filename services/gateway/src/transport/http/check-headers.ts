import type { IncomingMessage } from 'node:http';
import { AppError } from '@entrada/platform/errors/app-error';

/** If one of these came twice, a proxy might use one value and we the other. */
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

/** Refuses what Node accepts or answers without our envelope: no Host header, and repeated headers. */
export function checkHeaders(request: IncomingMessage): void {
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    throw badRequest('Host header is required');
  }
  const repeated = firstRepeated(request);
  if (repeated) throw badRequest(`Duplicate ${repeated} header`);
}

/** `rawHeaders` alternates names and values. */
function firstRepeated({ headers, rawHeaders }: IncomingMessage): string | undefined {
  // As many names as headers: none is repeated, which is nearly always the case.
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
