import { randomBytes, randomUUID } from 'node:crypto';
import { ChargesService } from '@entrada/contracts/services';
import { MESSAGING_MIGRATIONS, serviceMigrations } from '@entrada/platform/db/migrate';
import { openDatabase } from '@entrada/platform/db/open-database';
import { transact } from '@entrada/platform/db/transaction';
import { openEventLog } from '@entrada/platform/events/open-event-log';
import { startRelay } from '@entrada/platform/events/relay';
import { serveGrpc } from '@entrada/platform/grpc/server';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { instrument } from '@entrada/platform/telemetry/instrument';
import type { Pool } from 'pg';
import { buildApp } from './app.ts';
import { openBank } from './clients/bank.ts';
import type { Config } from './config.ts';
import type { Bank, Ports } from './ports.ts';
import { chargeStore, lockCharge } from './store/charge-store.ts';
import { completeCharge } from './store/complete-charge.ts';
import { chargesRpc } from './transport/charges.rpc.ts';
import { registerCallback } from './transport/register-callback.job.ts';

const MIGRATIONS = [MESSAGING_MIGRATIONS, serviceMigrations(`${import.meta.dirname}/..`)];

/** Builds the service from the outside in; disposing it undoes each step in reverse. */
export async function start(
  config: Config,
  runtime: Runtime,
): Promise<{ grpcPort: number } & AsyncDisposable> {
  await using starting = new AsyncDisposableStack();

  const { pool } = starting.use(await openDatabase(config, MIGRATIONS, runtime));

  const eventLog = starting.use(openEventLog(config, runtime, 'charges'));
  starting.use(await startRelay({ pool, databaseUrl: config.databaseUrl, eventLog, runtime }));

  const bank = starting.use(openBank(config, runtime));
  const callbackUrl = config.providerWebhookUrl;
  if (callbackUrl) starting.use(registerCallback(() => bank.callBackAt(callbackUrl), runtime));
  const app = instrument(buildApp(portsOver(pool, bank, config)), runtime.metrics);
  const { grpcHost: host, grpcPort: port } = config;
  const server = starting.use(
    await serveGrpc(ChargesService.service, chargesRpc(app), { host, port, runtime }),
  );

  const resources = starting.move();
  return { grpcPort: server.port, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

function portsOver(pool: Pool, bank: Bank, config: Config): Ports {
  return {
    charges: chargeStore(pool),
    transact: (work) =>
      transact(pool, (tx) =>
        work({
          lockCharge: (id) => lockCharge(tx, id),
          complete: (event) => completeCharge(tx, event),
        }),
      ),
    bank,
    now: () => new Date(),
    newChargeIds: () => ({
      id: randomBytes(12).toString('hex'),
      paymentLinkId: randomUUID(),
      txid: randomBytes(16).toString('hex'),
    }),
    feePlan: {
      basisPoints: config.feeBasisPoints,
      fixedCents: config.feeFixedCents,
      minCents: config.feeMinCents,
      maxCents: config.feeMaxCents,
      mode: config.feeMode,
    },
    limits: { minCents: config.valueMinCents, maxCents: config.valueMaxCents },
    expiresInSeconds: config.expiresInSeconds,
  };
}
