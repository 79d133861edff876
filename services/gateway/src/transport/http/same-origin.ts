import { AppError } from '@entrada/platform/errors/app-error';
import type { Request, RequestHandler } from 'express';
import { isJson } from './json-body.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** `none`: the person typed the address or opened a bookmark. */
const OWN_SITES = new Set(['same-origin', 'none']);

/**
 * Protects against cross-site request forgery. A browser names the site that caused a request; one
 * caused by another site is refused. A request that names none is accepted only if no other site's
 * page could send it without a CORS preflight, which we never allow.
 */
export function requireSameOrigin(request: Request): void {
  if (SAFE_METHODS.has(request.method)) return;
  const site = request.get('sec-fetch-site');
  const origin = request.get('origin');
  if (site === undefined && origin === undefined) requireNotFromForm(request);
  else if (!(site === undefined ? isOwnOrigin(request, origin) : OWN_SITES.has(site))) {
    throw crossSite('Request was sent by another site');
  }
}

export const sameOrigin: RequestHandler = (request, _response, next) => {
  requireSameOrigin(request);
  next();
};

/** Browsers without Sec-Fetch-Site still send Origin. */
function isOwnOrigin(request: Request, origin = ''): boolean {
  return URL.canParse(origin) && new URL(origin).host === request.get('host');
}

/** A browser sends a CORS preflight for anything but a POST that a form could send. */
function requireNotFromForm({ method, headers }: Request): void {
  if (method !== 'POST' || isJson(headers['content-type'])) return;
  throw crossSite('Request may come from another site, send Content-Type: application/json');
}

function crossSite(message: string): AppError {
  return new AppError('PERMISSION_DENIED', message, { reason: 'cross_site_request' });
}
