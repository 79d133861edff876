import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@entrada/platform/errors/app-error';
import type { Request, Response } from 'express';
import type { App } from '../../app.ts';
import { accountFrozen, requireScope } from '../../domain/caller.ts';
import { type Quota, requireQuota } from '../../domain/quota.ts';
import { isJson } from './json-body.ts';
import { callerOf, contextOf, ipOf, presentedKeyOf, sessionOf } from './request-context.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Stands for the deployment's rate limit. */
const DEFAULT_RATE = 0;

/** Admits requests to the routes; the caller is then in the request's context. */
export type Guard = {
  admit(access: string, request: Request, response: Response): Promise<void>;
  /** For sessions, after `admit`: the password must have been entered recently. Keys have none. */
  requireProof(request: Request, response: Response): Promise<void>;
};

export function openGuard(
  app: App,
  cookie: SessionCookie,
  callbackSecrets: readonly string[],
): Guard {
  async function signedIn(request: Request, response: Response): Promise<void> {
    await withSession(request, response);
    await app.requireTwoFactor(cookie.read(request) ?? '', sessionOf(response));
  }

  async function withSession(request: Request, response: Response): Promise<void> {
    const session = await app
      .authenticateSession(cookie.read(request), ipOf(request))
      .catch(explainBlock(app, request, response));
    requireSameOrigin(request);
    const accountId = session.account.id;
    const context = contextOf(response);
    context.session = session;
    context.caller = { accountId, keyId: null, scopes: 'all', rateLimitPerSecond: DEFAULT_RATE };
    applyQuota(response, await app.countUse(context.caller));
  }

  async function withKey(request: Request, response: Response): Promise<void> {
    const presented = presentedKeyOf(request, response);
    if (!presented && cookie.read(request)) return signedIn(request, response);
    const caller = await app
      .authenticate(presented, () => ipOf(request))
      .catch(explainBlock(app, request, response));
    contextOf(response).caller = caller;
    applyQuota(response, await app.countUse(caller));
  }

  /** A page may still have the cookie of a session that has ended. */
  async function withSessionIfAny(request: Request, response: Response): Promise<void> {
    if (!cookie.read(request)) return countVisitor(app, request, response);
    await withSession(request, response).catch((error: unknown) => {
      if (!isUnauthenticated(error) && !isRateLimited(error)) throw error;
      return countVisitor(app, request, response);
    });
  }

  return {
    async admit(access, request, response) {
      switch (access) {
        case 'bank':
          requireSecret(request, callbackSecrets);
          return applyQuota(response, await app.countCallback());
        case 'public':
          await countVisitor(app, request, response);
          return requireSameOrigin(request);
        case 'anyone':
          return presentsKey(request, response)
            ? withKey(request, response)
            : withSessionIfAny(request, response);
        case 'account':
          await withSession(request, response);
          // The owner of a frozen account still protects it, with a password, a second factor or by ending sessions.
          return refuseFrozen(request, response, ['PATCH']);
        case 'session':
          await signedIn(request, response);
          // A frozen account still revokes its keys.
          return refuseFrozen(request, response, ['POST', 'PATCH']);
        default:
          await withKey(request, response);
          requireScope(callerOf(response), access);
          return refuseFrozen(request, response, ['POST', 'PATCH', 'DELETE']);
      }
    },
    async requireProof(request, response) {
      if (callerOf(response).keyId !== null) return;
      await app.requireProof(cookie.read(request) ?? '', sessionOf(response));
    },
  };
}

/** A caller without the secret is not the bank, whatever client certificate it presented where TLS is terminated. */
function requireSecret({ params }: Request, secrets: readonly string[]): void {
  const given = Buffer.from(String(params.secret ?? ''));
  const isSecret = secrets.some((text) => {
    const secret = Buffer.from(text);
    return secret.length === given.length && timingSafeEqual(secret, given);
  });
  if (!isSecret) throw new AppError('PERMISSION_DENIED', 'Callback secret is wrong');
}

async function countVisitor(app: App, request: Request, response: Response): Promise<void> {
  applyQuota(response, await app.countPublicUse(ipOf(request)));
}

/** For sessions: keys of a frozen account are refused when they are authenticated. */
function refuseFrozen({ method }: Request, response: Response, refused: readonly string[]): void {
  if (refused.includes(method) && contextOf(response).session?.account.frozenAt) {
    throw accountFrozen();
  }
}

/** The headers of a refusal say until when the address is blocked. */
function explainBlock(app: App, request: Request, response: Response) {
  return (error: unknown): never => {
    const block = isRateLimited(error) ? app.failedKeyBlock(ipOf(request)) : null;
    if (block) setQuotaHeaders(response, block);
    throw error;
  };
}

function presentsKey(request: Request, response: Response): boolean {
  return (
    request.headers.authorization !== undefined ||
    request.get('x-api-key') !== undefined ||
    contextOf(response).queryKey !== undefined
  );
}

function isUnauthenticated(error: unknown): boolean {
  return error instanceof AppError && error.code === 'UNAUTHENTICATED';
}

function isRateLimited(error: unknown): boolean {
  return error instanceof AppError && error.reason === 'rate_limited';
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** `none`: the person typed the address or opened a bookmark. */
const OWN_SITES = new Set(['same-origin', 'none']);

/**
 * Protects against cross-site request forgery. A browser names the site that caused a request; one
 * caused by another site is refused. A request that names none is accepted only if no other site's
 * page could send it without a CORS preflight, which we never allow.
 */
function requireSameOrigin(request: Request): void {
  if (SAFE_METHODS.has(request.method)) return;
  const site = request.get('sec-fetch-site');
  const origin = request.get('origin');
  if (site === undefined && origin === undefined) requireNotFromForm(request);
  else if (!(site === undefined ? isOwnOrigin(request, origin) : OWN_SITES.has(site))) {
    throw crossSite('Request was sent by another site');
  }
}

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

const MS = 1_000;

/** Reports what is left of the limit, and throws when nothing is. */
function applyQuota(response: Response, quota: Quota): void {
  setQuotaHeaders(response, quota);
  requireQuota(quota);
}

function setQuotaHeaders(response: Response, quota: Quota): void {
  const { scope, remaining, resetMs } = quota;
  response.setHeader('RateLimit-Policy', quota.policy);
  response.setHeader('RateLimit', `"${scope}";r=${remaining};t=${Math.ceil(resetMs / MS)}`);
}
