import { setTimeout } from 'node:timers/promises';
import { openAuth } from '@entrada/approvals/approvals';
import { LedgerService } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { accountChanges, openChangeFeed } from '@entrada/platform/db/change-feed';
import { MESSAGING_MIGRATIONS, serviceMigrations } from '@entrada/platform/db/migrate';
import { openDatabase } from '@entrada/platform/db/pool';
import { openPublicIds } from '@entrada/platform/db/public-ids';
import { foldTotals } from '@entrada/platform/db/totals';
import { requireSafeTopics, unreadRecords } from '@entrada/platform/events/admin';
import { consume } from '@entrada/platform/events/consumer';
import { readPositions } from '@entrada/platform/events/handle-once';
import { authenticateWith, signFor } from '@entrada/platform/events/mac';
import { openEventLog } from '@entrada/platform/events/open-event-log';
import { REPEAT_DAYS_MAX } from '@entrada/platform/events/outbox';
import { parkedRpc } from '@entrada/platform/events/parked';
import { startRelay } from '@entrada/platform/events/relay';
import { serveGrpc } from '@entrada/platform/grpc/server';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { instrument, jobMetrics } from '@entrada/platform/telemetry/metrics';
import type { Pool } from 'pg';
import { Registry } from 'prom-client';
import { buildApp } from './app.ts';
import { openAuditSources, openReturns } from './clients/audit-sources.ts';
import { openSigner } from './clients/signing-key.ts';
import type { Config } from './config.ts';
import { parseChargeEvent } from './events/decode.ts';
import { auditReports } from './metrics/ledger-metrics.ts';
import type { Ports } from './ports.ts';
import { noteRestore } from './store/audit-store.ts';
import { openBooks } from './store/books-store.ts';
import { HOLDER_HOURS } from './store/holder-hour-store.ts';
import { retryWaitingReturns } from './store/return-store.ts';
import { openStores } from './store/stores.ts';
import { startBackground } from './transport/background.job.ts';
import { booksRpc } from './transport/books.rpc.ts';
import { onChargeEvents, unknownAccountsIn } from './transport/charges.consumer.ts';
import { ledgerRpc } from './transport/ledger.rpc.ts';

const MIGRATIONS = [MESSAGING_MIGRATIONS, serviceMigrations(`${import.meta.dirname}/..`)];
/** Short, because the consumer of events asks auth too. */
const AUTH_TIMEOUT_MS = 3_000;

/** Builds the service from the outside in; disposing it undoes each step in reverse. */
export async function start(
  config: Config,
  runtime: Runtime,
): Promise<{ grpcPort: number } & AsyncDisposable> {
  await using starting = new AsyncDisposableStack();

  const { databaseUrl } = config;
  const { pool } = starting.use(await openDatabase(config, MIGRATIONS, runtime));
  const reports = auditReports(runtime);
  const ports = portsOver(pool, config, { runtime, reports, starting });
  const app = instrument(buildApp(ports), runtime.metrics);

  const topics = { all: Object.values(Topic), own: [Topic.Ledger] };
  starting.use(await requireSafeTopics(config, topics, runtime));
  const eventLog = starting.use(openEventLog(config, runtime, 'ledger'));
  const sign = signFor({ webhooks: config.webhooksEventKey });
  starting.use(
    await startRelay({ pool, databaseUrl, topic: Topic.Ledger, eventLog, sign, runtime }),
  );
  const feed = starting.use(openChangeFeed({ pool, databaseUrl, name: 'ledger', runtime }));
  const onEvents = onChargeEvents(app, runtime, feed.note);
  starting.use(
    await consume({
      eventLog,
      pool,
      runtime,
      group: 'ledger',
      topics: [Topic.Charges],
      authenticate: authenticateFor(config),
      decode: parseChargeEvent,
      // The auditor would take events from before the restore for events without a credit.
      onRestored: (restoredTo) => noteRestore(pool, restoredTo),
      refuse: unknownAccountsIn(app),
      handle: (tx, events) => onEvents(openBooks(tx), events),
    }),
  );
  const { checkpointEveryMs, auditEveryMs } = config;
  const asked = { signs: Boolean(ports.sign), asksBank: Boolean(ports.sources.bank) };
  const retryWaiting = () => retryWaitingReturns(pool);
  const foldHours = foldTotals(pool, [HOLDER_HOURS], feed.note);
  const jobs = { checkpointEveryMs, auditEveryMs, ...asked, ...reports, retryWaiting, foldHours };
  starting.use(startBackground(app, { runtime, ...jobs }));

  /** With metrics of its own, so that what an operator asks for raises no alert. */
  const withAuditor: Parameters<typeof booksRpc>[0]['withAuditor'] = async (onUnread, work) => {
    const apart = { ...runtime, metrics: new Registry() };
    await using sources = openAuditSources(config, apart, onUnread);
    const { reportLate } = auditReports(apart);
    return await work(buildApp({ ...ports, sources, reportLate }));
  };
  const { listenHost: host, grpcPort: port } = config;
  const server = starting.use(
    await serveGrpc(
      LedgerService.service,
      {
        ...ledgerRpc(app, feed.note, await openPublicIds(pool, 'entry')),
        ...booksRpc({ app, withAuditor }),
        ...accountChanges(feed),
      },
      {
        host,
        port,
        runtime,
        also: parkedRpc({ pool, group: 'ledger', recordAudit: ports.recordAudit }),
      },
    ),
  );

  const resources = starting.move();
  return { grpcPort: server.port, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

function authenticateFor(config: Config) {
  const keys = { [Topic.Charges]: [config.chargesEventKey, config.chargesEventKeyPrevious] };
  return authenticateWith({ consumer: 'ledger', keys });
}

type Outside = {
  readonly runtime: Runtime;
  readonly reports: ReturnType<typeof auditReports>;
  readonly starting: AsyncDisposableStack;
};

function portsOver(pool: Pool, config: Config, { runtime, reports, starting }: Outside): Ports {
  const { report, reportLate, reportUnread } = reports;
  const auth = starting.use(openAuth(config, { pool, runtime, timeoutMs: AUTH_TIMEOUT_MS }));
  const returns = starting.use(openReturns(config.chargesAddress, runtime));
  return {
    ...openStores(pool, jobMetrics(runtime.metrics)),
    ...openSigner(config),
    ...auth.ports,
    returnPayment: returns.returnPayment,
    returnedAtBank: returns.returnedAtBank,
    report,
    reportLate,
    sources: starting.use(openAuditSources(config, runtime, reportUnread)),
    pause: (ms) => setTimeout(ms),
    countUnread: async () => {
      const positions = await readPositions(pool, 'ledger');
      return unreadRecords(config, { topics: [Topic.Charges], positions });
    },
    now: () => new Date(),
    checkpointEveryMs: config.checkpointEveryMs,
    repeatDaysMax: REPEAT_DAYS_MAX,
    audit: { everyMs: config.auditEveryMs, lagMs: config.auditLagMs },
  };
}
