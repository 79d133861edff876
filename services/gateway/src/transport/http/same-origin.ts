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
  if (origin === undefined) return isBeyondForms(request);
  return URL.canParse(origin) && new URL(origin).host === request.get('host');
}

/** For anything but a form's own kind of POST a browser asks the other site first. */
function isBeyondForms(request: Request): boolean {
  return request.method !== 'POST' || isJson(request.headers['content-type']);
}
