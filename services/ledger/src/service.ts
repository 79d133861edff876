import { LedgerService } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { MESSAGING_MIGRATIONS, serviceMigrations } from '@entrada/platform/db/migrate';
import { openDatabase } from '@entrada/platform/db/open-database';
import { transact } from '@entrada/platform/db/transaction';
import { consume } from '@entrada/platform/events/consumer';
import { factId } from '@entrada/platform/events/fact-id';
import { openEventLog } from '@entrada/platform/events/open-event-log';
import { startRelay } from '@entrada/platform/events/relay';
import { serveGrpc } from '@entrada/platform/grpc/server';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { instrument } from '@entrada/platform/telemetry/instrument';
import type { Pool } from 'pg';
import { buildApp } from './app.ts';
import { openAuditLog } from './clients/audit-log.ts';
import { openSigner } from './clients/signing-key.ts';
import type { Config } from './config.ts';
import type { Ports } from './ports.ts';
import { chainStore } from './store/chain-store.ts';
import { jobStore } from './store/job-store.ts';
import { ledgerTransaction } from './store/ledger-transaction.ts';
import { findBalance, findEntries, findTimeline } from './store/statement-store.ts';
import { findSuspended } from './store/suspense-store.ts';
import { startBackground } from './transport/background.job.ts';
import { onChargeEvents } from './transport/charges.consumer.ts';
import { parseChargeEvent } from './transport/events/parse-charge-event.ts';
import { ledgerRpc } from './transport/ledger.rpc.ts';

const MIGRATIONS = [MESSAGING_MIGRATIONS, serviceMigrations(`${import.meta.dirname}/..`)];

/** Builds the service from the outside in; disposing it undoes each step in reverse. */
export async function start(
  config: Config,
  runtime: Runtime,
): Promise<{ grpcPort: number } & AsyncDisposable> {
  await using starting = new AsyncDisposableStack();

  const { pool } = starting.use(await openDatabase(config, MIGRATIONS, runtime));
  const auditLog = starting.use(openAuditLog(config.authAddress, runtime));
  const ports: Ports = {
    ...portsOver(pool),
    ...openSigner(config.signingKey),
    noteInAuditLog: auditLog.note,
    checkpointEveryMs: config.checkpointEveryMs,
  };
  const app = instrument(buildApp(ports), runtime.metrics);

  const eventLog = starting.use(openEventLog(config, runtime, 'ledger'));
  starting.use(await startRelay({ pool, databaseUrl: config.databaseUrl, eventLog, runtime }));
  const post = onChargeEvents(app, runtime);
  starting.use(
    await consume({
      eventLog,
      pool,
      runtime,
      group: 'ledger',
      topics: [Topic.Charges],
      decode: parseChargeEvent,
      handle: async (tx, events) => post(await ledgerTransaction(tx, idOf), events),
    }),
  );

  const { checkpointEveryMs } = config;
  starting.use(startBackground(app, { runtime, checkpointEveryMs }));

  const { grpcHost: host, grpcPort: port } = config;
  const server = starting.use(
    await serveGrpc(LedgerService.service, ledgerRpc(app), { host, port, runtime }),
  );

  const resources = starting.move();
  return { grpcPort: server.port, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

const idOf: Ports['idOf'] = (subject, id) => factId(`${subject}-transaction`, id);

type Stored = Omit<Ports, 'noteInAuditLog' | 'sign' | 'isOurs' | 'checkpointEveryMs'>;

function portsOver(pool: Pool): Stored {
  return {
    transact: (work) => transact(pool, async (tx) => work(await ledgerTransaction(tx, idOf))),
    balanceOf: (accountId, before) => findBalance(pool, accountId, before),
    entriesOf: (query) => findEntries(pool, query),
    timelineOf: (accountId, chargeId) => findTimeline(pool, accountId, chargeId),
    suspended: (query) => findSuspended(pool, query),
    chain: chainStore(pool),
    jobs: jobStore(pool),
    now: () => new Date(),
    idOf,
  };
}
