import { AppError } from '@entrada/platform/errors/app-error';
import type { Request, RequestHandler, Response } from 'express';
import type { App } from '../../app.ts';
import { accountFrozen, requireScope } from '../../domain/caller.ts';
import { presentedKey } from '../../domain/credentials.ts';
import { ipOf } from './client-address.ts';
import { applyQuota, setQuotaHeaders } from './quota-headers.ts';
import { callerOf, contextOf, sessionOf } from './request-context.ts';
import { requireSameOrigin } from './same-origin.ts';
import type { SessionCookie } from './session-cookie.ts';
import { refuseUnknownQuery } from './unknown-query.ts';

/** Stands for the deployment's rate limit. */
const DEFAULT_RATE = 0;

/** Admits requests to the routes; the caller is then in the request's context. */
export type Guard = {
  /** A key that has the scope, or the account owner in the dashboard. */
  caller(scope: string): RequestHandler;
  /** Only the account owner in the dashboard: a key must not be able to create keys. */
  session: RequestHandler;
  /** The same, but also before the account has set up a required two-factor authentication. */
  accountSession: RequestHandler;
  /** After one of the above: the password of a session must have been entered recently; keys have none. */
  proof: RequestHandler;
  /** A caller or a visitor: a key that is presented must be valid, but none has to be. */
  anyone: RequestHandler;
  /** Anyone, within the rate limit of the IP address. */
  visitor: RequestHandler;
};

type Check = (request: Request, response: Response) => Promise<void>;

/** `queried` are the calls that check their query themselves. */
export function openGuard(app: App, cookie: SessionCookie, queried: ReadonlySet<string>): Guard {
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
    const presented = presentedKey({
      authorization: request.headers.authorization,
      xApiKey: request.get('x-api-key'),
      query: contextOf(response).queryKey,
    });
    if (!presented && cookie.read(request)) return signedIn(request, response);
    const caller = await app
      .authenticate(presented, () => ipOf(request))
      .catch(explainBlock(app, request, response));
    contextOf(response).caller = caller;
    applyQuota(response, await app.countUse(caller));
  }

  async function asVisitor(request: Request, response: Response): Promise<void> {
    applyQuota(response, await app.countPublicUse(ipOf(request)));
  }

  /** A page may still have the cookie of a session that has ended. */
  async function withSessionIfAny(request: Request, response: Response): Promise<void> {
    if (!cookie.read(request)) return asVisitor(request, response);
    await withSession(request, response).catch((error: unknown) => {
      if (!isUnauthenticated(error) && !isRateLimited(error)) throw error;
      return asVisitor(request, response);
    });
  }

  /** Who calls is checked before what is asked for. */
  const behind = (check: Check, isRefusedFrozen = (_: Request) => false): RequestHandler => {
    return async (request, response, next) => {
      await check(request, response);
      if (isRefusedFrozen(request)) refuseFrozen(response);
      refuseUnknownQuery(request, queried);
      next();
    };
  };

  return {
    anyone: behind((request, response) =>
      (presentsKey(request, response) ? withKey : withSessionIfAny)(request, response),
    ),
    caller: (scope) =>
      behind(async (request, response) => {
        await withKey(request, response);
        requireScope(callerOf(response), scope);
      }, isChange),
    session: behind(signedIn, isCreation),
    accountSession: behind(withSession),
    proof: async (request, response, next) => {
      const isKey = callerOf(response).keyId !== null;
      if (!isKey) await app.requireProof(cookie.read(request) ?? '', sessionOf(response));
      next();
    },
    visitor: behind(asVisitor),
  };
}

const isChange = ({ method }: Request) => method !== 'GET' && method !== 'HEAD';
/** A frozen account still revokes its keys. */
const isCreation = ({ method }: Request) => method === 'POST';

/** For sessions: keys of a frozen account are refused when they are authenticated. */
function refuseFrozen(response: Response): void {
  if (contextOf(response).session?.account.frozenAt) throw accountFrozen();
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
