import { AppError } from '@entrada/platform/errors/app-error';
import type { Request, RequestHandler } from 'express';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** `none`: the person typed the address or opened a bookmark. */
const OWN_SITES = new Set(['same-origin', 'none']);

/**
 * A browser says which site made it send a request. One that was made by another site changes
 * nothing here, whatever cookies came along. What is no browser says nothing, and has no cookies.
 */
export function requireSameOrigin(request: Request): void {
  if (SAFE_METHODS.has(request.method)) return;
  const site = request.get('sec-fetch-site');
  const isOwn = site === undefined ? isOwnOrigin(request) : OWN_SITES.has(site);
  if (isOwn) return;
  throw new AppError('PERMISSION_DENIED', 'Request was made by another site', {
    reason: 'cross_site_request',
  });
}

export const sameOrigin: RequestHandler = (request, _response, next) => {
  requireSameOrigin(request);
  next();
};

/** Browsers that are too old for Sec-Fetch-Site still name the origin. */
function isOwnOrigin(request: Request): boolean {
  const origin = request.get('origin');
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === request.get('host');
}
