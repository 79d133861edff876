import { AppError } from '@entrada/platform/errors/app-error';
import type { RequestHandler } from 'express';

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
export const requireSoundHeaders: RequestHandler = (request, _response, next) => {
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    throw badRequest('Host header is required');
  }
  const twice = firstTwice(request.rawHeaders);
  if (twice) throw badRequest(`Header ${twice} must come once`);
  next();
};

/** `rawHeaders` are names and values in turn. */
function firstTwice(rawHeaders: readonly string[]): string | undefined {
  const seen: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? '';
    if (!SINGLE.has(name)) continue;
    if (seen.includes(name)) return name;
    seen.push(name);
  }
  return undefined;
}

function badRequest(message: string): AppError {
  return new AppError('INVALID_ARGUMENT', message, { reason: 'bad_request' });
}
