import { randomBytes, randomInt } from 'node:crypto';
import { serviceMigrations } from '@entrada/platform/db/migrate';
import { openDatabase } from '@entrada/platform/db/open-database';
import { transact } from '@entrada/platform/db/transaction';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { instrument } from '@entrada/platform/telemetry/instrument';
import type { Pool } from 'pg';
import { buildApp } from './app.ts';
import { openCallbackSender } from './clients/callback-sender.ts';
import type { Config } from './config.ts';
import { END_TO_END_SUFFIX_LENGTH, endToEndId } from './domain/end-to-end-id.ts';
import type { Ports } from './ports.ts';
import { chargeStore, lockChargeAt } from './store/charge-store.ts';
import { paymentStore, settleCharge } from './store/payment-store.ts';
import { webhookStore } from './store/webhook-store.ts';
import { tokenIssuer } from './transport/access-token.ts';
import { codeOf } from './transport/cob-object.ts';
import { buildExpress, serveHttp } from './transport/http-server.ts';

const MIGRATIONS = [serviceMigrations(`${import.meta.dirname}/..`)];
const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Builds the bank from the outside in; disposing it undoes each step in reverse. */
export async function start(
  config: Config,
  runtime: Runtime,
): Promise<{ httpPort: number } & AsyncDisposable> {
  await using starting = new AsyncDisposableStack();
  const { log } = runtime;

  const { pool } = starting.use(await openDatabase(config, MIGRATIONS, runtime));

  const callbacks = starting.use(openCallbackSender(webhookStore(pool), log));
  const now = () => new Date();
  const app = buildApp({ ...portsOver(pool, config), announce: callbacks.send, now });
  const http = buildExpress({
    app: instrument(app, runtime.metrics),
    issuer: tokenIssuer({ ...config, now }),
    codeOf: codeOf(config),
    log,
  });
  const { httpHost: host, httpPort: port } = config;
  const server = starting.use(await serveHttp(http, { host, port }));

  const resources = starting.move();
  return { httpPort: server.port, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

function portsOver(pool: Pool, { locationHost }: Config): Omit<Ports, 'announce' | 'now'> {
  return {
    charges: chargeStore(pool),
    payments: paymentStore(pool),
    webhooks: webhookStore(pool),
    transact: (work) =>
      transact(pool, (tx) =>
        work({
          lockAt: (location) => lockChargeAt(tx, location),
          settle: (txid, payments) => settleCharge(tx, txid, payments),
        }),
      ),
    newLocation: () => `${locationHost}/qr/v2/${randomBytes(16).toString('hex')}`,
    newEndToEndId: (paidAt) => endToEndId(paidAt, randomAlphanumeric(END_TO_END_SUFFIX_LENGTH)),
  };
}

function randomAlphanumeric(length: number): string {
  return Array.from({ length }, () => ALPHANUMERIC[randomInt(ALPHANUMERIC.length)]).join('');
}
