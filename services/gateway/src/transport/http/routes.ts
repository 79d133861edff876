import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { withDeadline } from '@entrada/platform/grpc/call-context';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { forRequest } from '@entrada/platform/telemetry/request-ids';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { App } from '../../app.ts';
import type { Config } from '../../config.ts';
import { dashboardRoutes } from '../dashboard.http.ts';
import { docsSite } from '../docs/site.ts';
import { openApiDocument, ROUTES } from '../openapi/document.ts';
import { badRequest, errorHandler, notFound } from './errors.ts';
import { eventStreams } from './event-stream.ts';
import { OVERLOADED, type OverloadGuard } from './overload.ts';
import {
  contextOf,
  removeForwardedPorts,
  requestContext,
  takeQueryKey,
} from './request-context.ts';
import { openGuard } from './require-caller.ts';
import { registerRoutes } from './route.ts';
import { sessionCookie } from './session-cookie.ts';

const ASSETS = join(import.meta.dirname, '../../../assets');
/** Files are small, so ranges are not supported. */
const ASSET_OPTIONS = { index: false, redirect: false, acceptRanges: false };
/** Made by `npm run build:packages`; npm installs them from here. */
const PACKAGES = join(import.meta.dirname, '../../../dist/packages');
/** Programs of the documentation: read and downloaded, never run by a browser. */
const SAMPLES = join(import.meta.dirname, '../../../../../docs/samples');
const SAMPLE_OPTIONS = {
  ...ASSET_OPTIONS,
  setHeaders: (response: ServerResponse) =>
    response.setHeader('Content-Type', 'text/plain; charset=utf-8'),
};

/** Paths that API keys may use. */
const KEY_PATHS = [
  ...new Set(ROUTES.filter(({ access }) => access.includes(':')).map(({ path }) => path)),
];

export type RouteOptions = Pick<Config, 'publicBaseUrl' | 'callbackSecret' | 'requestTimeoutMs'> &
  Partial<Pick<Config, 'previousCallbackSecret' | 'trustedProxies'>> & {
    /** Of requests that this process sends itself: only a log at level debug shows them. */
    readonly ownRequestId?: string;
  };

type Parts = {
  readonly runtime: Runtime;
  readonly admit: OverloadGuard['admit'];
  /** Aborted when the server stops, so that streams end. */
  readonly stopping: AbortSignal;
};

/** Every route, behind what all of them share. */
export function buildRoutes(app: App, options: RouteOptions, parts: Parts): Express {
  const { publicBaseUrl, requestTimeoutMs } = options;
  const { stopping } = parts;
  const cookie = sessionCookie(publicBaseUrl);
  const document = openApiDocument(publicBaseUrl);
  const site = docsSite(publicBaseUrl);
  const router = express();
  router.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  // X-Forwarded-For counts only when a trusted proxy has sent it.
  router.set('trust proxy', [...(options.trustedProxies ?? [])]);
  const onError = errorHandler(parts.runtime, {
    mode: () => app.deployment.mode,
    paths: KEY_PATHS,
  });
  router.use(frontDoor(options, parts, onError));
  const guard = openGuard(app, cookie, callbackSecrets(options));
  registerRoutes(router, ROUTES, guard, {
    app,
    publicBaseUrl,
    // Parsed once: a profile shows a parser in every reply.
    origin: new URL(publicBaseUrl).origin,
    requestTimeoutMs,
    cookie,
    openStream: eventStreams(stopping),
    stopping,
    docs: { page: site.page, openApi: JSON.stringify(document) },
  });
  dashboardRoutes(router);
  router.use('/assets/docs-index.json', async (request, response) => {
    await guard.admit('public', request, response);
    response.type('json').send(site.index());
  });
  router.use('/assets/styles.css', styles('page.css'));
  router.use('/assets/docs.css', styles('docs.css'));
  router.use('/assets/samples', express.static(SAMPLES, SAMPLE_OPTIONS));
  router.use('/assets', express.static(ASSETS, ASSET_OPTIONS));
  router.use('/packages', express.static(PACKAGES, ASSET_OPTIONS));
  router.use(notFound, onError);
  return router;
}

function callbackSecrets({ callbackSecret, previousCallbackSecret }: RouteOptions): string[] {
  return [callbackSecret, ...(previousCallbackSecret ? [previousCallbackSecret] : [])];
}

/** With the design tokens that the dashboard is built with, too; one file, because each delays the page. */
function styles(name: string): RequestHandler {
  const tokens = new URL(import.meta.resolve('@entrada/design/tokens.css'));
  const css = readFileSync(tokens, 'utf8') + readFileSync(join(ASSETS, name), 'utf8');
  return (request, response, next) => {
    if (request.path !== '/' || !['GET', 'HEAD'].includes(request.method)) return next();
    response.type('css').send(css);
  };
}

/** Runs for every request. One handler, because each Express layer costs more than these steps. */
function frontDoor(
  options: RouteOptions,
  { runtime, admit }: Parts,
  onError: ErrorRequestHandler,
): RequestHandler {
  const { requestTimeoutMs, ownRequestId } = options;
  const begin = requestContext(runtime, ownRequestId);
  return (request, response, next) => {
    takeQueryKey(request, response);
    removeForwardedPorts(request);
    begin(request, response);
    checkHeaders(request);
    // Not thrown: on its way to the handler of errors it would pass every route.
    if (!admit(response)) return onError(OVERLOADED, request, response, next);
    const answer = () => withDeadline(Date.now() + requestTimeoutMs, next);
    const { requestId, span } = contextOf(response);
    if (!span) return forRequest(requestId, answer);
    span.within(() => forRequest(requestId, answer));
  };
}

/** If one of these came twice, a proxy might use one value and we the other. */
const SINGLE = new Set([
  'host',
  'authorization',
  'x-api-key',
  'content-type',
  'content-encoding',
  'idempotency-key',
  'origin',
  'sec-fetch-site',
]);

/** Refuses what Node accepts or answers without our envelope: no Host header, and repeated headers. */
function checkHeaders(request: IncomingMessage): void {
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    throw badRequest('Host header is required');
  }
  const repeated = firstRepeated(request);
  if (repeated) throw badRequest(`Duplicate ${repeated} header`);
}

/** `rawHeaders` alternates names and values. */
function firstRepeated({ headers, rawHeaders }: IncomingMessage): string | undefined {
  // As many names as headers: none is repeated, which is nearly always the case.
  if (Object.keys(headers).length * 2 === rawHeaders.length) return undefined;
  const seen = new Set<string>();
  return rawHeaders
    .filter((_text, i) => i % 2 === 0)
    .map((name) => name.toLowerCase())
    .find((name) => SINGLE.has(name) && (seen.has(name) || !seen.add(name)));
}
