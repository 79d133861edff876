import { randomBytes, randomInt } from 'node:crypto';
import { schemaReady, serviceMigrations } from '@entrada/platform/db/migrate';
import { openPool } from '@entrada/platform/db/pool';
import { transact } from '@entrada/platform/db/transaction';
import type { Runtime } from '@entrada/platform/runtime/runtime';
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
const SCHEMA_WAIT_MAX_MS = 120_000;
const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Builds the bank from the outside in; disposing it undoes each step in reverse. */
export async function start(
  config: Config,
  runtime: Runtime,
): Promise<{ httpPort: number } & AsyncDisposable> {
  await using starting = new AsyncDisposableStack();
  const { log } = runtime;

  const pool = openPool(config.databaseUrl, { max: config.databasePoolMax, log });
  starting.defer(() => pool.end());
  await schemaReady(pool, MIGRATIONS, { log, waitMaxMs: SCHEMA_WAIT_MAX_MS });
  runtime.health.ready('database', () => pool.query('select 1').then(() => null));

  const callbacks = starting.use(openCallbackSender(webhookStore(pool), log));
  const now = () => new Date();
  const http = buildExpress({
    app: buildApp({ ...portsOver(pool, config), announce: callbacks.send, now }),
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
