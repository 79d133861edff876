import { randomBytes, randomUUID } from 'node:crypto';
import { AuthService, WebhooksService } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { accountChanges, openChangeFeed } from '@entrada/platform/db/change-feed';
import { MESSAGING_MIGRATIONS, serviceMigrations } from '@entrada/platform/db/migrate';
import { openDatabase } from '@entrada/platform/db/open-database';
import { openPool } from '@entrada/platform/db/pool';
import { openPublicIds } from '@entrada/platform/db/public-ids';
import { transact } from '@entrada/platform/db/transaction';
import { withSettings } from '@entrada/platform/db/with-settings';
import { consume } from '@entrada/platform/events/consumer';
import { openAuthenticate } from '@entrada/platform/events/event-keys';
import { openEventLog } from '@entrada/platform/events/open-event-log';
import { parkedRpc } from '@entrada/platform/events/parked-rpc';
import { requireSafeTopics } from '@entrada/platform/events/safe-topics';
import { connectGrpc } from '@entrada/platform/grpc/client';
import { serveGrpc } from '@entrada/platform/grpc/server';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { instrument } from '@entrada/platform/telemetry/instrument';
import type { Pool } from 'pg';
import { buildApp } from './app.ts';
import { notifyThrough, recordThrough } from './clients/auth-client.ts';
import { type Destinations, openDestinations } from './clients/destinations.ts';
import { parseNetworks } from './clients/networks.ts';
import { openReceivers } from './clients/receivers.ts';
import { openResolver } from './clients/resolver.ts';
import { RESPONSE_BYTES_MAX } from './clients/response.ts';
import { type Config, listOf } from './config.ts';
import { decodeAccountEvent } from './events/decode.ts';
import { encodeBody } from './events/encode.ts';
import { eventSamples } from './events/samples.ts';
import { deliveryMetrics, watchDeliveries } from './metrics/delivery-metrics.ts';
import type { Attempt, Ports, Receivers } from './ports.ts';
import { accountsOf } from './store/accounts-of.ts';
import { deliveryLog } from './store/delivery-log.ts';
import { deliveryStore, dueBacklog, endpointStates } from './store/delivery-store.ts';
import { endpointQueries } from './store/endpoint-queries.ts';
import { endpointTransaction } from './store/endpoint-store.ts';
import { feedStore } from './store/feed-store.ts';
import { housekeepingStore } from './store/housekeeping.ts';
import { listenForDeliveries } from './store/new-deliveries.ts';
import { noticeStore } from './store/notice-store.ts';
import { planTransaction } from './store/plan-deliveries.ts';
import { QUEUE_SETTINGS } from './store/queue-settings.ts';
import { resealingStore } from './store/resealing.ts';
import { rollupQueries } from './store/rollup-queries.ts';
import { endpointVault } from './store/vault.ts';
import { startDeliveries } from './transport/delivery.job.ts';
import { onEvents } from './transport/events.consumer.ts';
import { startHousekeeping } from './transport/housekeeping.job.ts';
import { startNotices } from './transport/notice.job.ts';
import { webhooksRpc } from './transport/webhooks.rpc.ts';

const MIGRATIONS = [MESSAGING_MIGRATIONS, serviceMigrations(`${import.meta.dirname}/..`)];
const AUTH_TIMEOUT_MS = 3_000;
const SECRET_BYTES = 32;
const SENDER_CONNECTIONS_MAX = 4;

/** Builds the service from the outside in; disposing it undoes each step in reverse. */
export async function start(
  config: Config,
  runtime: Runtime,
): Promise<{ grpcPort: number } & AsyncDisposable> {
  await using starting = new AsyncDisposableStack();

  const { pool } = starting.use(await openDatabase(config, MIGRATIONS, runtime));
  const queue = openQueuePool(config, runtime);
  starting.defer(() => queue.end());
  const destinations = destinationsOf(config);
  const receivers = starting.use(openReceivers({ timeoutMs: config.timeoutMs, destinations }));
  const auth = starting.use(connectAuth(config, runtime));
  const outside = { receivers, destinations, config, notifyAccount: notifyThrough(auth) };
  const ports = portsOver(pool, queue, outside);
  const useCases = instrument(buildApp(ports), runtime.metrics);
  const { databaseUrl } = config;
  const feed = starting.use(openFeed(queue, databaseUrl, runtime));
  const app = { ...useCases, recordAttempts: notingEndpoints(useCases.recordAttempts, feed.note) };

  const job = starting.use(
    startDeliveries(app, {
      runtime,
      onAttempt: deliveryMetrics(runtime),
      cutShort: receivers.cutShort,
      random: ports.random,
      leaseMarginMs: config.leaseMarginMs,
    }),
  );
  const watched = { backlog: () => dueBacklog(queue), endpoints: () => endpointStates(queue) };
  starting.use(watchDeliveries(runtime, watched));
  starting.use(listenForDeliveries({ databaseUrl, runtime }, job));
  starting.use(startHousekeeping(app, runtime));
  starting.use(startNotices(app, runtime));

  starting.use(await requireSafeTopics(config, { all: Object.values(Topic), own: [] }, runtime));
  const eventLog = starting.use(openEventLog(config, runtime, 'webhooks'));
  const plan = onEvents(app, job, feed.note);
  starting.use(
    await consume({
      eventLog,
      pool,
      runtime,
      group: 'webhooks',
      topics: [Topic.Ledger, Topic.Charges],
      authenticate: authenticateFor(config, runtime),
      decode: decodeAccountEvent,
      handle: (tx, events) => plan(planTransaction(tx, leaseMsOf(config)), events),
    }),
  );

  const { grpcHost: host, grpcPort: port } = config;
  const server = starting.use(
    await serveGrpc(
      WebhooksService.service,
      { ...webhooksRpc(app, await openPublicIds(pool, 'delivery')), ...accountChanges(feed) },
      {
        host,
        port,
        runtime,
        also: parkedRpc({ pool, group: 'webhooks', recordAudit: recordThrough(auth) }),
      },
    ),
  );

  const resources = starting.move();
  return { grpcPort: server.port, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

function openFeed(pool: Pool, databaseUrl: string, runtime: Runtime) {
  const resolve = (ids: readonly string[]) => accountsOf(pool, ids);
  return openChangeFeed({ pool, databaseUrl, name: 'webhooks', runtime, resolve });
}

function authenticateFor(config: Config, runtime: Runtime) {
  const keys = {
    [Topic.Charges]: [config.chargesEventKey, config.chargesEventKeyPrevious],
    [Topic.Ledger]: [config.ledgerEventKey, config.ledgerEventKeyPrevious],
  };
  const { eventsWithoutMacUntil: withoutMacUntil } = config;
  return openAuthenticate({ consumer: 'webhooks', keys, withoutMacUntil }, runtime);
}

function connectAuth({ authAddress: address }: Config, runtime: Runtime) {
  return connectGrpc(AuthService, { address, timeoutMs: AUTH_TIMEOUT_MS, runtime });
}

type Record = (attempts: readonly Attempt[]) => Promise<void>;

function notingEndpoints(record: Record, note: (endpointIds: readonly string[]) => void): Record {
  return async (attempts) => {
    await record(attempts);
    note(attempts.map(({ endpointId }) => endpointId));
  };
}

function openQueuePool({ databaseUrl }: Config, { log }: Runtime): Pool {
  const url = withSettings(databaseUrl, QUEUE_SETTINGS);
  return openPool(url, { max: SENDER_CONNECTIONS_MAX, log, name: 'webhooks-queue' });
}

/** Longer than any attempt, so that no other process claims the delivery meanwhile. */
function leaseMsOf({ timeoutMs, leaseMarginMs }: Config): number {
  return timeoutMs + leaseMarginMs;
}

function destinationsOf(config: Config): Destinations {
  const { allowedHosts, allowedNetworks, allowHttp, dnsServers } = config;
  const allowed = {
    isHttpAllowed: allowHttp === 'true',
    hosts: listOf(allowedHosts),
    networks: parseNetworks(listOf(allowedNetworks)),
    refusedPorts: new Set(listOf(config.refusedPorts).map(Number)),
  };
  return openDestinations(allowed, openResolver({ servers: listOf(dnsServers) }));
}

type Outside = {
  readonly receivers: Receivers;
  readonly destinations: Destinations;
  readonly config: Config;
  readonly notifyAccount: Ports['notifyAccount'];
};

function portsOver(pool: Pool, queue: Pool, outside: Outside): Ports {
  const { receivers, destinations, config, notifyAccount } = outside;
  const { timeoutMs, secretKey, allowHttp } = config;
  return {
    transact: (work) => transact(pool, (tx) => work(endpointTransaction(tx))),
    endpoints: endpointQueries(pool),
    deliveries: deliveryStore(queue, {
      leaseMs: leaseMsOf(config),
      randomUuid: randomUUID,
    }),
    housekeeping: housekeepingStore(pool),
    notices: noticeStore(pool),
    notifyAccount,
    deliveryLog: deliveryLog(pool),
    rollups: rollupQueries(pool),
    feed: feedStore(pool),
    receivers,
    encodeBody,
    sampleOf: eventSamples(),
    vault: endpointVault(secretKey, config.secretKeyPrevious),
    resealing: resealingStore(pool),
    now: () => new Date(),
    random: Math.random,
    newId: randomUUID,
    newSecretBytes: () => randomBytes(SECRET_BYTES),
    urlRules: { allowInsecure: allowHttp === 'true', hostProblem: destinations.hostProblem },
    limits: { timeoutMs, responseBytesMax: RESPONSE_BYTES_MAX },
  };
}
