import { AppError } from '@entrada/platform/errors/app-error';
import type { Request, RequestHandler, Response } from 'express';
import type { App } from '../../app.ts';
import { requireScope } from '../../domain/caller.ts';
import { presentedKey } from '../../domain/credentials.ts';
import { ipOf } from './client-address.ts';
import { applyQuota, setQuotaHeaders } from './quota-headers.ts';
import { requireSameOrigin } from './same-origin.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Lets requests through to the doors; whom it let through is then in `response.locals`. */
export type Guard = {
  /** Whoever has the scope: a key, or the account holder in the dashboard. */
  caller(scope: string): RequestHandler;
  /** Only the account holder in the dashboard: a key must not be able to make keys. */
  session: RequestHandler;
  /** Anyone, but not too often from one address. */
  visitor: RequestHandler;
};

export function openGuard(app: App, cookie: SessionCookie): Guard {
  async function signedIn(request: Request, response: Response): Promise<void> {
    const { account, sessionId } = await app.authenticateSession(cookie.read(request));
    requireSameOrigin(request);
    response.locals.caller = { accountId: account.id, keyId: null, scopes: 'all' };
    response.locals.account = account;
    response.locals.sessionId = sessionId;
    applyQuota(response, await app.countKeyUse(account.id, 0));
  }

  async function withKey(request: Request, response: Response): Promise<void> {
    const presented = presentedKey({
      authorization: request.headers.authorization,
      xApiKey: request.get('x-api-key'),
      query: response.locals.queryKey,
    });
    if (!presented && cookie.read(request)) return signedIn(request, response);
    const holder = await app
      .authenticate(presented, () => ipOf(request))
      .catch((error) => {
        const block = isRateLimited(error) ? app.failedKeyBlock(ipOf(request)) : null;
        if (block) setQuotaHeaders(response, block);
        throw error;
      });
    response.locals.caller = holder;
    applyQuota(response, await app.countKeyUse(holder.keyId, holder.rateLimitPerSecond));
  }

  return {
    caller: (scope) => async (request, response, next) => {
      await withKey(request, response);
      requireScope(response.locals.caller, scope);
      next();
    },
    session: async (request, response, next) => {
      await signedIn(request, response);
      next();
    },
    visitor: async (request, response, next) => {
      applyQuota(response, await app.countPublicUse(ipOf(request)));
      next();
    },
  };
}

function isRateLimited(error: unknown): boolean {
  return error instanceof AppError && error.reason === 'rate_limited';
}
