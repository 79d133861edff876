import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import express, { type Express } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import type { App } from '../../app.ts';
import { balanceRoutes } from '../balance.http.ts';
import { depositRoutes } from '../deposits.http.ts';
import { homePage } from '../pages/home-page.ts';
import { paymentLinkRoutes } from '../payment-link.http.ts';
import { providerRoutes } from '../provider.http.ts';
import { errorHandler, notFound } from './errors.ts';
import { requestContext, takeQueryKey } from './request-context.ts';

const ASSETS = new URL('../../../assets', import.meta.url).pathname;

/** Slow clients are cut off; idle connections outlive those of the usual load balancers (60 s). */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16_384,
};
const DRAIN_MAX_MS = 10_000;

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
  server.on('clientError', refuseBrokenRequest);
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
  router.use(helmet(HEADERS));
  router.use(
    depositRoutes(app, options.publicBaseUrl),
    balanceRoutes(app),
    paymentLinkRoutes(app),
    providerRoutes(app, options.callbackSecret),
  );
  router.get('/', (_request, response) => {
    response.type('html').send(homePage(options.publicBaseUrl));
  });
  router.use('/assets', express.static(ASSETS, { index: false, maxAge: '1h' }));
  router.use(notFound, errorHandler(runtime));
  return router;
}

/** What is not HTTP never reaches a route, yet its sender gets the same kind of answer. */
function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, message] = BROKEN[error.code ?? ''] ?? [
    '400 Bad Request',
    'Malformed HTTP request',
  ];
  const body = JSON.stringify({ success: false, error: message, code: 'bad_request' });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
      `Cache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
}

const BROKEN: Record<string, [string, string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'Request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'Request was not sent in time'],
};

/** New connections are refused at once, idle ones closed, running requests finished. */
async function drain(server: Server): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MAX_MS);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearTimeout(timer);
}
