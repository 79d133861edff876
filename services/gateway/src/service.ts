import { randomUUID } from 'node:crypto';
import {
  AuthService,
  ChargesService,
  LedgerService,
  WebhooksService,
} from '@entrada/contracts/services';
import { connectGrpc } from '@entrada/platform/grpc/client';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { dependencyMetrics } from '@entrada/platform/telemetry/metrics';
import { buildApp } from './app.ts';
import { accountsClient } from './clients/accounts-client.ts';
import { chargesClient } from './clients/charges-client.ts';
import {
  type Credentials,
  openCredentials,
  type RevokedIds,
  watchRevocations,
} from './clients/credentials-client.ts';
import { openKeyUseReports } from './clients/key-use-reports.ts';
import { ledgerClient } from './clients/ledger-client.ts';
import { sandboxClient } from './clients/sandbox-client.ts';
import { webhooksClient } from './clients/webhooks-client.ts';
import type { Config } from './config.ts';
import { openLimits } from './limits/limits.ts';
import { openRedis } from './limits/redis-connection.ts';
import type { ReadStatuses } from './live/link-statuses.ts';
import { openLive } from './live/open-live.ts';
import {
  cacheLookups,
  countDecisions,
  countLostLines,
  limitDecisions,
} from './metrics/gateway-metrics.ts';
import type { Deployment, Ports } from './ports.ts';
import { serveHttp } from './transport/http/http-server.ts';
import { qrDrawer } from './transport/pages/draw-qr.ts';

/** Of a request's time: auth and ledger answer fast or not at all. */
const FAST_SHARE = 0.3;
const FAST_MIN_MS = 3_000;
/** In addition to the request timeout, for a query that waits for its payment. */
const LONG_POLL_MS = 30_000;
/** A receiver has ten seconds to answer its test. */
const WEBHOOKS_TIMEOUT_MS = 20_000;

/** Builds the service from the outside in; disposing it undoes each step in reverse. */
export async function start(
  config: Config,
  runtime: Runtime,
): Promise<{ port: number } & AsyncDisposable> {
  await using starting = new AsyncDisposableStack();
  const { log, metrics } = runtime;
  const services = connectServices(config, runtime, starting);

  const credentials = openCredentials(services.auth, cacheLookups(metrics));
  const charges = chargesClient(services.charges);
  const live = starting.use(
    openLive({
      services,
      readStatuses: charges.getLinkStatuses,
      perAddressMax: config.streamsPerAddress,
      runtime,
    }),
  );
  const onRevoked = (revoked: RevokedIds) => {
    forget(credentials, revoked);
    live.revoke(new Set([...revoked.keyIds, ...revoked.sessionIds]));
  };
  starting.use(watchRevocations(services.auth, onRevoked, runtime));
  const keyUse = starting.use(openKeyUseReports(services.auth, log));

  const accounts = accountsClient(services.auth, log);
  const ports: Ports = {
    ...charges,
    ...live.ports,
    ...ledgerClient(services.ledger),
    ...webhooksClient(services.webhooks),
    ...accounts,
    auditFailed: countLostLines(accounts.auditFailed, metrics),
    ...limitsOf(config, runtime, starting),
    credentials,
    proofMaxAgeMs: config.proofMaxAgeSeconds * 1_000,
    noteKeyUse: keyUse.note,
    sandbox: config.sandboxUrl ? sandboxClient(config.sandboxUrl) : null,
    deployment: deploymentOf(config),
    drawQr: qrDrawer(),
    now: Date.now,
  };
  const app = buildApp(ports);
  const authenticate = countDecisions(app.authenticate, metrics);
  const ownRequestId = randomUUID();
  const options = { ...config, host: config.listenHost, ownRequestId };
  const { port } = starting.use(await serveHttp({ ...app, authenticate }, options, runtime));
  runtime.health.warm('first calls', () => firstCalls({ ...ports, port, requestId: ownRequestId }));

  const resources = starting.move();
  return { port, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

function connectServices(config: Config, runtime: Runtime, starting: AsyncDisposableStack) {
  const fastMs = Math.max(FAST_MIN_MS, config.requestTimeoutMs * FAST_SHARE);
  const auth = { address: config.authAddress, timeoutMs: fastMs, runtime };
  const chargesTimeoutMs = config.requestTimeoutMs + LONG_POLL_MS;
  const charges = { address: config.chargesAddress, timeoutMs: chargesTimeoutMs, runtime };
  const ledger = { address: config.ledgerAddress, timeoutMs: fastMs, runtime };
  const webhooks = { address: config.webhooksAddress, timeoutMs: WEBHOOKS_TIMEOUT_MS, runtime };
  return {
    auth: starting.use(connectGrpc(AuthService, auth)),
    charges: starting.use(connectGrpc(ChargesService, charges)),
    ledger: starting.use(connectGrpc(LedgerService, ledger)),
    webhooks: starting.use(connectGrpc(WebhooksService, webhooks)),
  };
}

function limitsOf(config: Config, { log, metrics }: Runtime, starting: AsyncDisposableStack) {
  const prefix = 'entrada:';
  const meanwhile = 'limiting in this process';
  const { redisUrl, redisCaFile: caFile } = config;
  const dependencyIsUp = dependencyMetrics(metrics);
  const onState = (isUp: boolean) => dependencyIsUp('redis', isUp);
  const connection = redisUrl
    ? starting.use(openRedis(redisUrl, { prefix, log, meanwhile, caFile, onState }))
    : null;
  return openLimits(config, { connection, decisions: limitDecisions(metrics) });
}

function deploymentOf(config: Config): Deployment {
  return {
    mode: config.mode,
    currency: 'BRL',
    sandboxUrl: config.sandboxPublicUrl ?? null,
    twoFactorRequired: config.twoFactorRequired === 'true',
    docsUrl: `${config.publicBaseUrl}/docs`,
  };
}

function forget({ keys, sessions }: Credentials, revoked: RevokedIds): void {
  keys.revoke(new Set(revoked.keyIds));
  sessions.revoke(new Set(revoked.sessionIds));
  const accountIds = new Set(revoked.accountIds);
  for (const decisions of [keys, sessions]) decisions.forget(accountIds);
}

/** Enough for the code on the way to be loaded, and for every replica behind to have a connection. */
const TIMES = 20;

type Needs = {
  readonly getLinkStatuses: ReadStatuses;
  readonly port: number;
  /** By which this process knows its own requests. */
  readonly requestId: string;
};

/** What clients would otherwise be the first to do: requests to this process, and a call that finds nothing. */
async function firstCalls({ getLinkStatuses, port, requestId }: Needs): Promise<void> {
  const headers = { 'x-request-id': requestId };
  for (let made = 0; made < TIMES; made += 1) {
    const reply = await fetch(`http://127.0.0.1:${port}/api/deployment`, { headers });
    await reply.arrayBuffer();
    await getLinkStatuses([randomUUID()]);
  }
}
