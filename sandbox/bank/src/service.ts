import { randomBytes, randomInt } from 'node:crypto';
import { serviceMigrations } from '@entrada/platform/db/migrate';
import { openDatabase } from '@entrada/platform/db/pool';
import { requirePort } from '@entrada/platform/runtime/port';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { instrument } from '@entrada/platform/telemetry/metrics';
import { buildApp } from './app.ts';
import { openCallbackSender } from './clients/callback-sender.ts';
import type { Config } from './config.ts';
import { END_TO_END_SUFFIX_LENGTH, endToEndId, returnId } from './domain/payment.ts';
import type { Ports } from './ports.ts';
import { openStores, type Stores } from './store/stores.ts';
import { codeOf } from './transport/cob-object.ts';
import { buildExpress, serveHttp } from './transport/http-server.ts';
import { tokenIssuer } from './transport/oauth.http.ts';
import { startPayers } from './transport/payers.job.ts';
import { serveSmtp } from './transport/smtp-server.ts';

/** In the payment codes of this bank. */
const LOCATION_HOST = 'pix.sandbox.test';
const MIGRATIONS = [serviceMigrations(`${import.meta.dirname}/..`)];
const BANK_REFUND_ID_LENGTH = 32;
const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Builds the bank from the outside in; disposing it undoes each step in reverse. */
export async function start(
  config: Config,
  runtime: Runtime,
): Promise<{ httpPort: number; smtpPort: number } & AsyncDisposable> {
  await using starting = new AsyncDisposableStack();
  const { log } = runtime;

  const { pool } = starting.use(await openDatabase(config, MIGRATIONS, runtime));

  const stores = openStores(pool);
  const { clock, faults } = stores;
  await clock.synchronize();
  const callbacks = starting.use(openCallbackSender({ ...stores, log }));
  const app = buildApp({ ...stores, ...valuesOf(config), sendCallbacks: callbacks.send });
  const { synchronize } = clock;
  starting.use(startPayers({ app, synchronize, log }));
  const http = buildExpress({
    app: instrument(app, runtime.metrics),
    // Tokens live by the real clock: moving the bank's must not end them.
    issuer: tokenIssuer({ ...config, now: () => new Date() }),
    codeOf: codeOf(config),
    clock,
    faults,
    log,
    hosts: config.hosts?.split(',').map((host) => host.trim()) ?? [],
  });
  const { listenHost: host, httpPort: port, smtpPort } = config;
  await requirePort('HTTP_PORT', { host, port });
  const server = starting.use(await serveHttp(http, { host, port }));
  await requirePort('SMTP_PORT', { host, port: smtpPort });
  const smtp = starting.use(await serveSmtp(app, { host, port: smtpPort, log }));

  const resources = starting.move();
  const listening = { httpPort: server.port, smtpPort: smtp.port };
  return { ...listening, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

function valuesOf(config: Config): Omit<Ports, keyof Stores | 'sendCallbacks'> {
  const newSuffix = () => randomAlphanumeric(END_TO_END_SUFFIX_LENGTH);
  return {
    newLocation: () => `${LOCATION_HOST}/qr/v2/${randomBytes(16).toString('hex')}`,
    newEndToEndId: (paidAt) => endToEndId(paidAt, newSuffix()),
    newReturnId: (requestedAt) => returnId(requestedAt, newSuffix()),
    newBankRefundId: () => randomAlphanumeric(BANK_REFUND_ID_LENGTH),
    scriptedAmounts: config.scriptedAmounts === 'true',
    refundSettlesAfterMs: config.refundSettlesAfterMs,
  };
}

function randomAlphanumeric(length: number): string {
  return Array.from({ length }, () => ALPHANUMERIC[randomInt(ALPHANUMERIC.length)]).join('');
}
