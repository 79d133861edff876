import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import express, { type Express } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import type { App } from '../../app.ts';
import { balanceRoutes } from '../balance.http.ts';
import { depositRoutes } from '../deposits.http.ts';
import { homePage } from '../pages/home-page.ts';
import { paymentLinkRoutes } from '../payment-link.http.ts';
import { providerRoutes } from '../provider.http.ts';
import { refuseBrokenRequests, requireHost } from './broken-requests.ts';
import { errorHandler, notFound } from './errors.ts';
import { requestContext, takeQueryKey } from './request-context.ts';

const ASSETS = new URL('../../../assets', import.meta.url).pathname;

/** Slow clients are cut off; idle connections outlive those of the usual load balancers (60 s). */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16_384,
  requireHostHeader: false,
};
/** Files are small: whole or not at all. */
const ASSET_OPTIONS = { index: false, redirect: false, acceptRanges: false, maxAge: '1h' };
const DRAIN_MAX_MS = 10_000;
const IDLE_CLOSED_EVERY_MS = 50;

const SELF = ["'self'"];
const NONE = ["'none'"];
/** Nothing is loaded from elsewhere, nothing frames us, and no address is passed on. */
const HEADERS: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: NONE,
      baseUri: NONE,
      formAction: NONE,
      frameAncestors: NONE,
      connectSrc: SELF,
      imgSrc: SELF,
      scriptSrc: SELF,
      styleSrc: SELF,
    },
  },
  frameguard: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
};

export type HttpOptions = {
  readonly host: string;
  readonly port: number;
  readonly publicBaseUrl: string;
  readonly callbackSecret: string;
  readonly requestTimeoutMs: number;
};

export async function serveHttp(
  app: App,
  options: HttpOptions,
  runtime: Runtime,
): Promise<{ port: number } & AsyncDisposable> {
  const server = createServer(LIMITS, routes(app, options, runtime));
  refuseBrokenRequests(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => drain(server),
  };
}

function routes(app: App, options: HttpOptions, runtime: Runtime): Express {
  const router = express();
  router.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  router.use(takeQueryKey, requestContext(runtime, options.requestTimeoutMs));
  router.use(requireHost, helmet(HEADERS));
  router.use(
    depositRoutes(app, options.publicBaseUrl),
    balanceRoutes(app),
    paymentLinkRoutes(app),
    providerRoutes(app, options.callbackSecret),
  );
  router.get('/', (_request, response) => {
    response.type('html').send(homePage(options.publicBaseUrl));
  });
  router.use('/assets', express.static(ASSETS, ASSET_OPTIONS));
  router.use(notFound, errorHandler(runtime));
  return router;
}

/** New connections are refused at once, idle ones closed, running requests finished. */
async function drain(server: Server): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MAX_MS);
  // A connection that a client keeps open becomes idle only when its running request is answered.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_CLOSED_EVERY_MS);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(sweep);
  clearTimeout(timer);
}
