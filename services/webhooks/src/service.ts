import { randomBytes, randomUUID } from 'node:crypto';
import { AuthService, WebhooksService } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { accountChanges, openChangeFeed } from '@entrada/platform/db/change-feed';
import { MESSAGING_MIGRATIONS, serviceMigrations } from '@entrada/platform/db/migrate';
import { openDatabase, openPool } from '@entrada/platform/db/pool';
import { openPublicIds } from '@entrada/platform/db/public-ids';
import { withSettings } from '@entrada/platform/db/session';
import { transact } from '@entrada/platform/db/transaction';
import { requireSafeTopics } from '@entrada/platform/events/admin';
import { consume } from '@entrada/platform/events/consumer';
import { authenticateWith } from '@entrada/platform/events/mac';
import { openEventLog } from '@entrada/platform/events/open-event-log';
import { parkedRpc } from '@entrada/platform/events/parked';
import { connectGrpc } from '@entrada/platform/grpc/client';
import { serveGrpc } from '@entrada/platform/grpc/server';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { instrument } from '@entrada/platform/telemetry/metrics';
import type { Pool } from 'pg';
import { buildApp } from './app.ts';
import { notifyThrough, recordThrough } from './clients/auth-client.ts';
import {
  type Destinations,
  openDestinations,
  openResolver,
  parseNetworks,
} from './clients/destinations.ts';
import { openReceivers, RESPONSE_BYTES_MAX } from './clients/receivers.ts';
import { type Config, listOf } from './config.ts';
import type { Attempt } from './domain/delivery.ts';
import { decodeAccountEvent } from './events/decode.ts';
import { eventSamples } from './events/samples.ts';
import { deliveryMetrics, watchDeliveries } from './metrics/delivery-metrics.ts';
import type { Ports } from './ports.ts';
import { deliveryLog } from './store/delivery-log.ts';
import { deliveryStore, listenForDeliveries, QUEUE_SETTINGS } from './store/delivery-store.ts';
import { endpointQueries, endpointTransaction } from './store/endpoint-store.ts';
import { feedStore } from './store/feed-store.ts';
import { housekeepingStore } from './store/housekeeping.ts';
import { noticeStore } from './store/notice-store.ts';
import { planDeliveries } from './store/plan-deliveries.ts';
import { foldAttempts, totalsStore } from './store/totals.ts';
import { endpointVault, resealingStore } from './store/vault.ts';
import { startJobs } from './transport/background.job.ts';
import { startDeliveries } from './transport/delivery.job.ts';
import { handleEvents } from './transport/events.consumer.ts';
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
  const notifyAccount = notifyThrough(auth, runtime.log);
  const outside = { receivers, destinations, config, notifyAccount };
  const ports = portsOver(pool, queue, outside);
  const useCases = instrument(buildApp(ports), runtime.metrics);
  const { databaseUrl } = config;
  const feed = starting.use(
    openChangeFeed({ pool: queue, databaseUrl, name: 'webhooks', runtime }),
  );
  const app = { ...useCases, recordAttempts: notingAccounts(useCases.recordAttempts, feed.note) };

  const job = starting.use(
    startDeliveries(app, {
      runtime,
      onAttempt: deliveryMetrics(runtime),
      cutShort: receivers.cutShort,
      random: ports.random,
      leaseMarginMs: config.leaseMarginMs,
    }),
  );
  starting.use(watchDeliveries(runtime, ports.deliveries));
  starting.use(listenForDeliveries({ databaseUrl, runtime }, job));
  starting.use(startJobs({ ...app, foldAttempts: foldAttempts(pool, feed.note) }, runtime));

  starting.use(await requireSafeTopics(config, { all: Object.values(Topic), own: [] }, runtime));
  const eventLog = starting.use(openEventLog(config, runtime, 'webhooks'));
  starting.use(
    await consume({
      eventLog,
      pool,
      runtime,
      group: 'webhooks',
      topics: [Topic.Ledger, Topic.Charges],
      // Most of its events are completed charges, which webhooks hear of from the ledger.
      patientTopics: [Topic.Charges],
      authenticate: authenticateFor(config),
      decode: decodeAccountEvent,
      handle: handleEvents(planDeliveries(leaseMsOf(config)), job, feed.note),
    }),
  );

  const { listenHost: host, grpcPort: port } = config;
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

function authenticateFor(config: Config) {
  const keys = {
    [Topic.Charges]: [config.chargesEventKey, config.chargesEventKeyPrevious],
    [Topic.Ledger]: [config.ledgerEventKey, config.ledgerEventKeyPrevious],
  };
  return authenticateWith({ consumer: 'webhooks', keys });
}

function connectAuth({ authAddress: address }: Config, runtime: Runtime) {
  return connectGrpc(AuthService, { address, timeoutMs: AUTH_TIMEOUT_MS, runtime });
}

type Record = (attempts: readonly Attempt[]) => Promise<void>;

function notingAccounts(record: Record, note: (accountIds: readonly string[]) => void): Record {
  return async (attempts) => {
    await record(attempts);
    note(attempts.map(({ accountId }) => accountId));
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

type Outside = Pick<Ports, 'receivers' | 'notifyAccount'> & {
  readonly destinations: Destinations;
  readonly config: Config;
};

function portsOver(pool: Pool, queue: Pool, outside: Outside): Ports {
  const { destinations, config, ...ports } = outside;
  const { timeoutMs, secretKey, allowHttp } = config;
  return {
    ...ports,
    transact: (work) => transact(pool, (tx) => work(endpointTransaction(tx))),
    endpoints: endpointQueries(pool),
    deliveries: deliveryStore(queue, leaseMsOf(config)),
    housekeeping: housekeepingStore(pool),
    notices: noticeStore(pool),
    deliveryLog: deliveryLog(pool),
    totals: totalsStore(pool),
    feed: feedStore(pool),
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
