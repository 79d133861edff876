import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@entrada/platform/telemetry/log';
import type { Express, RequestHandler } from 'express';
import express from 'express';
import type { App } from '../app.ts';
import { BankError } from '../domain/bank-error.ts';
import type { Clock, Faults } from '../ports.ts';
import { cobRoutes } from './cob.http.ts';
import { type CodeOf, showCob } from './cob-object.ts';
import { controlRoutes } from './control.http.ts';
import { mailRoutes } from './mail.http.ts';
import { oauthRoutes, requireToken, type TokenIssuer } from './oauth.http.ts';
import { pageRoutes } from './page.http.ts';
import { devolucaoRoutes, pixRoutes } from './pix.http.ts';
import { noSuchPath, problems } from './problem.ts';
import { sabotage } from './sabotage.ts';
import { scenarioRoutes } from './scenario.http.ts';
import { webhookRoutes } from './webhook.http.ts';

const BODY_BYTES_MAX = 64 * 1024;
const REQUEST_TIMEOUT_MS = 10_000;
/** Longer than any client keeps an idle connection, so that it is never we who close one in use. */
const KEEP_ALIVE_MS = 65_000;
const DRAIN_MAX_MS = 5_000;

type Parts = {
  readonly app: App;
  readonly issuer: TokenIssuer;
  readonly codeOf: CodeOf;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly log: Logger;
  /** Names under which it is reached, beside those of private networks. */
  readonly hosts: readonly string[];
};

export function buildExpress({ app, issuer, codeOf, clock, faults, log, hosts }: Parts): Express {
  const http = express();
  http.disable('x-powered-by').disable('etag');
  http.use(express.json({ limit: BODY_BYTES_MAX }));
  http.use(express.urlencoded({ limit: BODY_BYTES_MAX, extended: false }));
  http.use(['/sandbox', '/mail', '/mail.json'], ownHost(hosts));
  http.use('/sandbox', sameSite, requireJson);
  http.use(tellTime(clock), sabotage(faults));
  http.use(
    pageRoutes(app, codeOf, clock),
    mailRoutes(app),
    controlRoutes(app),
    scenarioRoutes(app, clock),
  );
  http.use(oauthRoutes(issuer));
  http.use(['/cob', '/pix', '/webhook'], requireToken(issuer));
  http.use(
    cobRoutes(app, showCob(codeOf)),
    pixRoutes(app),
    devolucaoRoutes(app),
    webhookRoutes(app),
  );
  http.use(noSuchPath, problems(log));
  return http;
}

/** Every reply carries the bank's time, so that a client can use the same clock. */
function tellTime(clock: Clock): RequestHandler {
  return async (_request, response, next) => {
    await clock.synchronize();
    response.set('x-sandbox-now', clock.now().toISOString());
    next();
  };
}

type Address = { readonly host: string; readonly port: number };

export async function serveHttp(
  http: Express,
  { host, port }: Address,
): Promise<{ readonly port: number } & AsyncDisposable> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, http);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await Promise.race([closed, delay(DRAIN_MAX_MS, undefined, { ref: false })]);
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * The control API takes JSON, and from the page's Pay button a form. curl sends every body as a form unless
 * it is given a header: then that is missing, and not the fields.
 */
const requireJson: RequestHandler = (request, _response, next) => {
  const hasNoBody = request.get('content-length') === '0' || request.is('*/*') === null;
  const isPayForm = request.is('urlencoded') && request.body?.emv !== undefined;
  if (hasNoBody || request.is('json') || isPayForm) return next();
  throw new BankError(
    'FormatoNaoAceito',
    'Content-Type must be application/json: send the fields as a JSON object with this header.',
  );
};

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** `none`: the person typed the address. */
const OWN_SITES = new Set(['same-origin', 'none']);

/** What public DNS has no names for: addresses, names without a dot and private zones. */
const PRIVATE_HOST = /^(\[[\da-f:.]+\]|[\d.]+|[\w-]+|[\w.-]+\.(localhost|internal|local|svc))$/i;

/** A page whose name was pointed at this computer (DNS rebinding) must not read mails or use the control API. */
function ownHost(hosts: readonly string[]): RequestHandler {
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
const sameSite: RequestHandler = (request, _response, next) => {
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
