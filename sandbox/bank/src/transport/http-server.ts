import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@entrada/platform/telemetry/log';
import express, { type Express, type RequestHandler } from 'express';
import type { App } from '../app.ts';
import type { Clock, Faults } from '../ports.ts';
import type { TokenIssuer } from './access-token.ts';
import { cobRoutes } from './cob.http.ts';
import { type CodeOf, showCob } from './cob-object.ts';
import { controlRoutes } from './control.http.ts';
import { devolucaoRoutes } from './devolucao.http.ts';
import { mailRoutes } from './mail.http.ts';
import { oauthRoutes, requireToken } from './oauth.http.ts';
import { pageRoutes } from './page.http.ts';
import { pixRoutes } from './pix.http.ts';
import { noSuchPath, problems } from './problem.ts';
import { requireJson } from './require-json.ts';
import { sabotage } from './sabotage.ts';
import { ownHost, sameSite } from './same-site.ts';
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
