import { AppError } from '@entrada/platform/errors/app-error';
import type { Request, RequestHandler } from 'express';
import { isJson } from './json-body.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** `none`: the person typed the address or opened a bookmark. */
const OWN_SITES = new Set(['same-origin', 'none']);

/**
 * A browser says which site made it send a request. One that was made by another site changes
 * nothing here, whatever cookies came along. Of what does not say, only that is believed which no
 * page can send elsewhere without our leave, which we never give.
 */
export function requireSameOrigin(request: Request): void {
  if (SAFE_METHODS.has(request.method)) return;
  const site = request.get('sec-fetch-site');
  const origin = request.get('origin');
  if (site === undefined && origin === undefined) requireBeyondForms(request);
  else if (!(site === undefined ? isOwnOrigin(request, origin) : OWN_SITES.has(site))) {
    throw crossSite('Request was made by another site');
  }
}

export const sameOrigin: RequestHandler = (request, _response, next) => {
  requireSameOrigin(request);
  next();
};

/** Browsers that are too old for Sec-Fetch-Site still name the origin. */
function isOwnOrigin(request: Request, origin = ''): boolean {
  return URL.canParse(origin) && new URL(origin).host === request.get('host');
}

/** For anything but a form's own kind of POST a browser asks the other site first. */
function requireBeyondForms({ method, headers }: Request): void {
  if (method !== 'POST' || isJson(headers['content-type'])) return;
  throw crossSite('Request may be of another site, send Content-Type: application/json');
}

function crossSite(message: string): AppError {
  return new AppError('PERMISSION_DENIED', message, { reason: 'cross_site_request' });
}
