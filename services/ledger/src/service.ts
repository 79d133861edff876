import { LedgerService } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { MESSAGING_MIGRATIONS, serviceMigrations } from '@entrada/platform/db/migrate';
import { openDatabase } from '@entrada/platform/db/open-database';
import { consume } from '@entrada/platform/events/consumer';
import { factId } from '@entrada/platform/events/fact-id';
import { openEventLog } from '@entrada/platform/events/open-event-log';
import { startRelay } from '@entrada/platform/events/relay';
import { serveGrpc } from '@entrada/platform/grpc/server';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { instrument } from '@entrada/platform/telemetry/instrument';
import type { ClientBase, Pool } from 'pg';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import type { LedgerTransaction, Ports } from './ports.ts';
import { findBalance } from './store/balance-store.ts';
import { announceCredits } from './store/credit-facts.ts';
import { postCredits } from './store/entry-store.ts';
import { onChargeEvents, parseChargeEvent } from './transport/charges.consumer.ts';
import { ledgerRpc } from './transport/ledger.rpc.ts';

const MIGRATIONS = [MESSAGING_MIGRATIONS, serviceMigrations(`${import.meta.dirname}/..`)];

/** Builds the service from the outside in; disposing it undoes each step in reverse. */
export async function start(
  config: Config,
  runtime: Runtime,
): Promise<{ grpcPort: number } & AsyncDisposable> {
  await using starting = new AsyncDisposableStack();

  const { pool } = starting.use(await openDatabase(config, MIGRATIONS, runtime));
  const app = instrument(buildApp(portsOver(pool)), runtime.metrics);

  const eventLog = starting.use(openEventLog(config, runtime, 'ledger'));
  starting.use(await startRelay({ pool, databaseUrl: config.databaseUrl, eventLog, runtime }));
  const credit = onChargeEvents(app, runtime);
  starting.use(
    await consume({
      eventLog,
      pool,
      runtime,
      group: 'ledger',
      topics: [Topic.Charges],
      decode: parseChargeEvent,
      handle: (tx, events) => credit(ledgerTransaction(tx), events),
    }),
  );

  const { grpcHost: host, grpcPort: port } = config;
  const server = starting.use(
    await serveGrpc(LedgerService.service, ledgerRpc(app), { host, port, runtime }),
  );

  const resources = starting.move();
  return { grpcPort: server.port, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

function ledgerTransaction(tx: ClientBase): LedgerTransaction {
  return {
    post: (credits) => postCredits(tx, credits),
    announce: (credits) => announceCredits(tx, credits),
  };
}

function portsOver(pool: Pool): Ports {
  return {
    balanceOf: (accountId) => findBalance(pool, accountId),
    now: () => new Date(),
    transactionIdOf: (chargeId) => factId('deposit-transaction', chargeId),
  };
}
