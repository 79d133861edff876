import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { withDeadline } from '@entrada/platform/grpc/deadline';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { forRequest } from '@entrada/platform/telemetry/request-ids';
import express, { type Express, type RequestHandler } from 'express';
import type { App } from '../../app.ts';
import { accountRoutes } from '../account.http.ts';
import { auditRoutes } from '../audit.http.ts';
import { balanceRoutes } from '../balance.http.ts';
import { bankCallbackRoutes } from '../bank-callback.http.ts';
import { dashboardRoutes } from '../dashboard.http.ts';
import { deliveryRoutes } from '../deliveries.http.ts';
import { deploymentRoutes } from '../deployment.http.ts';
import { depositTimelineRoutes } from '../deposit-timeline.http.ts';
import { depositRoutes } from '../deposits.http.ts';
import { docsRoutes } from '../docs.http.ts';
import { eventRoutes } from '../events.http.ts';
import { keyRoutes } from '../keys.http.ts';
import { liveRoutes } from '../live.http.ts';
import { mailLinkRoutes } from '../mail-links.http.ts';
import { overviewRoutes } from '../overview.http.ts';
import { paymentLinkRoutes } from '../payment-link.http.ts';
import { receiptKeyRoutes } from '../receipt-keys.http.ts';
import { accountRefundRoutes, refundRoutes } from '../refunds.http.ts';
import { sessionRoutes } from '../sessions.http.ts';
import { statementRoutes } from '../statement.http.ts';
import { suspenseRoutes } from '../suspense.http.ts';
import { twoFactorRoutes } from '../two-factor.http.ts';
import { webhookActionRoutes } from '../webhook-actions.http.ts';
import { webhookInsightRoutes } from '../webhook-insight.http.ts';
import { webhookRoutes } from '../webhooks.http.ts';
import { checkHeaders } from './check-headers.ts';
import { removeForwardedPorts } from './client-address.ts';
import { errorHandler, notFound } from './errors.ts';
import type { OverloadGuard } from './overload.ts';
import { contextOf, requestContext, takeQueryKey } from './request-context.ts';
import { openGuard } from './require-caller.ts';
import { sessionCookie } from './session-cookie.ts';
import { callsWithQuery } from './unknown-query.ts';

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

export type RouteOptions = {
  readonly publicBaseUrl: string;
  readonly callbackSecret: string;
  readonly previousCallbackSecret?: string | undefined;
  readonly requestTimeoutMs: number;
  readonly trustedProxies?: readonly string[] | undefined;
  /** Of requests that this process sends itself: only a log at level debug shows them. */
  readonly ownRequestId?: string | undefined;
};

type Parts = {
  readonly runtime: Runtime;
  readonly admit: OverloadGuard['admit'];
  /** Aborted when the server stops, so that streams end. */
  readonly stopping: AbortSignal;
};

/** Every route, behind what all of them share. */
export function buildRoutes(app: App, options: RouteOptions, parts: Parts): Express {
  const cookie = sessionCookie(options.publicBaseUrl);
  const guard = openGuard(app, cookie, callsWithQuery());
  const router = express();
  router.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  // X-Forwarded-For counts only when a trusted proxy has sent it.
  router.set('trust proxy', [...(options.trustedProxies ?? [])]);
  router.use(frontDoor(options, parts));
  depositRoutes(router, app, guard, options);
  refundRoutes(router, app, guard);
  accountRefundRoutes(router, app, guard);
  depositTimelineRoutes(router, app, guard);
  balanceRoutes(router, app, guard);
  overviewRoutes(router, app, guard);
  statementRoutes(router, app, guard);
  suspenseRoutes(router, app, guard);
  webhookRoutes(router, app, guard);
  webhookActionRoutes(router, app, guard);
  webhookInsightRoutes(router, app, guard);
  deliveryRoutes(router, app, guard);
  eventRoutes(router, app, guard, { ...options, ...parts });
  accountRoutes(router, app, guard, cookie);
  sessionRoutes(router, app, guard);
  mailLinkRoutes(router, app, guard);
  twoFactorRoutes(router, app, guard);
  keyRoutes(router, app, guard);
  auditRoutes(router, app, guard);
  deploymentRoutes(router, app, guard);
  liveRoutes(router, app, guard, parts);
  paymentLinkRoutes(router, app, guard, parts);
  bankCallbackRoutes(router, app, callbackSecrets(options));
  receiptKeyRoutes(router, app, guard);
  docsRoutes(router, guard, options.publicBaseUrl);
  dashboardRoutes(router);
  router.use('/assets/styles.css', styles('page.css'));
  router.use('/assets/docs.css', styles('docs.css'));
  router.use('/assets/samples', express.static(SAMPLES, SAMPLE_OPTIONS));
  router.use('/assets', express.static(ASSETS, ASSET_OPTIONS));
  router.use('/packages', express.static(PACKAGES, ASSET_OPTIONS));
  router.use(
    notFound,
    errorHandler(parts.runtime, () => app.deployment.mode),
  );
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
function frontDoor(options: RouteOptions, { runtime, admit }: Parts): RequestHandler {
  const { requestTimeoutMs, ownRequestId } = options;
  const begin = requestContext(runtime, ownRequestId);
  return (request, response, next) => {
    takeQueryKey(request, response);
    removeForwardedPorts(request);
    begin(request, response);
    checkHeaders(request);
    admit(response);
    const answer = () => withDeadline(Date.now() + requestTimeoutMs, next);
    const { requestId, span } = contextOf(response);
    if (!span) return forRequest(requestId, answer);
    span.within(() => forRequest(requestId, answer));
  };
}
