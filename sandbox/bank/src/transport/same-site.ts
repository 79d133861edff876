import type { RequestHandler } from 'express';
import { BankError } from '../domain/bank-error.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** `none`: the person typed the address. */
const OWN_SITES = new Set(['same-origin', 'none']);

/** What public DNS has no names for: addresses, names without a dot and private zones. */
const PRIVATE_HOST = /^(\[[\da-f:.]+\]|[\d.]+|[\w-]+|[\w.-]+\.(localhost|internal|local|svc))$/i;

/** A page whose name was pointed at this computer (DNS rebinding) must not read mails or use the control API. */
export function ownHost(hosts: readonly string[]): RequestHandler {
  return (request, _response, next) => {
    const name = (request.get('host') ?? '').replace(/:\d*$/, '');
    if (PRIVATE_HOST.test(name) || hosts.includes(name)) return next();
    throw new BankError(
      'OrigemRecusada',
      'The host of the request is unknown: use an address or localhost, or name the host in BANK_HOSTS.',
    );
  };
}

/** A form on another site's page must not pay, break or move the clock of a bank that runs on this computer. */
export const sameSite: RequestHandler = (request, _response, next) => {
  const site = request.get('sec-fetch-site');
  const origin = request.get('origin');
  const isOwn = site === undefined ? isOwnOrigin(origin, request.get('host')) : OWN_SITES.has(site);
  if (SAFE_METHODS.has(request.method) || isOwn) return next();
  throw new BankError('OrigemRecusada', 'The request was sent by another site.');
};

/** Programs send no origin; every browser does with a form of another site. */
function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
