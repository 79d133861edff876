import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { requirePort } from '@entrada/platform/runtime/port';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import helmet, { type HelmetOptions } from 'helmet';
import type { App } from '../../app.ts';
import type { Config } from '../../config.ts';
import { refuseBrokenRequests } from './broken-requests.ts';
import { guardOverload } from './overload.ts';
import { messagesOf } from './reply.ts';
import { API_VERSION } from './request-context.ts';
import { buildRoutes, type RouteOptions } from './routes.ts';

/** Slow clients are disconnected; idle connections outlive those of common load balancers (60 s). */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  // How late a timeout may be detected.
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16_384,
  requireHostHeader: false,
};
/** Longer than the pause of any reply; a client that reads nothing for so long is gone. */
const IDLE_SOCKET_MAX_MS = 120_000;
const DRAIN_MAX_MS = 10_000;
const IDLE_CLOSED_EVERY_MS = 50;

type HttpOptions = RouteOptions &
  Pick<Config, 'port' | 'overloadDelayMs' | 'overloadRequestsMin' | 'keepAliveDrainMs'> & {
    readonly host: string;
  };

export async function serveHttp(
  app: App,
  options: HttpOptions,
  runtime: Runtime,
): Promise<{ port: number } & AsyncDisposable> {
  await using starting = new AsyncDisposableStack();
  const { overloadDelayMs: delayMaxMs, overloadRequestsMin: requestsMin } = options;
  const overload = starting.use(guardOverload({ delayMaxMs, requestsMin }, runtime));
  const stopping = new AbortController();
  const parts = { runtime, admit: overload.admit, stopping: stopping.signal };
  const routes = buildRoutes(app, options, parts);
  const server = createServer(
    { ...LIMITS, ...messagesOf(routes, commonHeaders()) },
    (request, response) => {
      if (stopping.signal.aborted) response.shouldKeepAlive = false;
      request.url = pathOf(request.url ?? '');
      routes(request, response);
    },
  );
  server.timeout = IDLE_SOCKET_MAX_MS;
  refuseBrokenRequests(server, runtime);
  await requirePort('PORT', options);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  starting.defer(() => drain(server, options.keepAliveDrainMs));
  starting.defer(() => stopping.abort());
  const resources = starting.move();
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Express would answer a path that it cannot decode itself, before authentication. */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target.includes('%') ? decodable(target) : target;
  const url = URL.parse(target);
  return url ? decodable(url.pathname + url.search) : '/%25';
}

/** Invalid percent-encoding is taken literally. */
function decodable(target: string): string {
  const [path = '', ...query] = target.split('?');
  try {
    decodeURIComponent(path);
    return target;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

/**
 * Running requests are finished. At first connections stay open, each until its next reply, which tells the client to
 * leave: a request may be on its way to one that looks idle here, and would be lost with it.
 */
async function drain(server: Server, keepAliveDrainMs: number): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MAX_MS);
  const hasConnections = () =>
    new Promise<boolean>((resolve) => server.getConnections((_error, count) => resolve(count > 0)));
  const closeFrom = performance.now() + keepAliveDrainMs;
  while (performance.now() < closeFrom && (await hasConnections()))
    await delay(IDLE_CLOSED_EVERY_MS);
  // A kept-alive connection becomes idle only after its running request is answered.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_CLOSED_EVERY_MS);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(sweep);
  clearTimeout(timer);
}

const SELF = ["'self'"];
const NONE = ["'none'"];
/** Nothing is loaded from other origins, no page frames ours, and no referrer is sent. */
const POLICY: HelmetOptions = {
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
  // Only for obsolete browsers; every reply would carry them.
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  xDnsPrefetchControl: false,
  originAgentCluster: false,
};

/** The headers of every reply. They never change, so helmet runs once. */
function commonHeaders(): ReadonlyMap<string, string> {
  const headers = new Map([
    ['Cache-Control', 'no-store'],
    ['API-Version', API_VERSION],
  ]);
  const setHeader = (name: string, value: string) => headers.set(name, value);
  const reply = { setHeader, removeHeader() {} } as unknown as ServerResponse;
  helmet(POLICY)({} as IncomingMessage, reply, () => {});
  return headers;
}
