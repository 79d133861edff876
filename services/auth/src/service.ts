import { randomBytes, randomUUID } from 'node:crypto';
import { requireSigned, requireSigner } from '@entrada/approvals/signature';
import { AuthService } from '@entrada/contracts/services';
import { serviceMigrations } from '@entrada/platform/db/migrate';
import { openDatabase } from '@entrada/platform/db/pool';
import { pruneRegularly } from '@entrada/platform/db/prune';
import { openPublicIds } from '@entrada/platform/db/public-ids';
import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import { requireIdentity } from '@entrada/platform/grpc/call-context';
import { serveGrpc } from '@entrada/platform/grpc/server';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { instrument } from '@entrada/platform/telemetry/metrics';
import type { Pool } from 'pg';
import { buildApp } from './app.ts';
import { auditEndFile } from './clients/audit-end-file.ts';
import { openMailer } from './clients/smtp.ts';
import type { Config } from './config.ts';
import type { AuditLine } from './domain/audit-chain.ts';
import { auditMetrics, mailMetrics, watchMails } from './metrics/auth-metrics.ts';
import type { Mailer, Ports } from './ports.ts';
import { auditArchive, copyAuditLine } from './store/audit-store.ts';
import { LEFTOVERS } from './store/leftovers.ts';
import { mailStore } from './store/mail-store.ts';
import { openPasswords } from './store/password-hash.ts';
import { openRevocationFeed, type Revocations } from './store/revocations.ts';
import { storesIn, storesOver } from './store/stores.ts';
import { throttleStore } from './store/throttle-store.ts';
import { openTotp } from './store/two-factor-store.ts';
import { digestsUnder, openVault } from './store/vault.ts';
import { withinPool } from './store/within.ts';
import { authRpc } from './transport/auth.rpc.ts';
import { startAuditEndLog, startMailJob, startResealing } from './transport/background.job.ts';

const SESSION_IDLE_MAX_MS = 86_400_000;
/** However much a session is used. */
const SESSION_LIFETIME_MS = 604_800_000;
const MIGRATIONS = [serviceMigrations(`${import.meta.dirname}/..`)];
const SECRET_BYTES = 32;

/** Builds the service from the outside in; disposing it undoes each step in reverse. */
export async function start(
  config: Config,
  runtime: Runtime,
): Promise<{ grpcPort: number } & AsyncDisposable> {
  await using starting = new AsyncDisposableStack();

  const { pool } = starting.use(await openDatabase(config, MIGRATIONS, runtime));
  const { databaseUrl } = config;
  const revocations = starting.use(openRevocationFeed({ databaseUrl, pool, runtime }));

  const mailer = openMail(config, runtime, starting);
  const app = instrument(
    buildApp(portsOver(pool, { revocations, config, mailer, runtime })),
    runtime.metrics,
  );
  for (const statement of LEFTOVERS) {
    starting.use(pruneRegularly({ pool, log: runtime.log }, statement));
  }
  const kept = config.auditHeadFile ? auditEndFile(config.auditHeadFile) : null;
  starting.use(startAuditEndLog(app, { kept, observe: auditMetrics(runtime.metrics) }, runtime));
  if (mailer) starting.use(startMailJob(app, runtime));
  starting.use(startResealing(app, runtime));
  starting.use(watchMails(runtime, mailStore(withinPool(pool)).oldestWaiting));
  const { listenHost: host, grpcPort: port } = config;
  const handlers = authRpc(app, {
    log: runtime.log,
    publicIds: await openPublicIds(pool, 'audit'),
    mailIsOn: mailer !== null,
    now: () => new Date(),
  });
  const server = starting.use(
    await serveGrpc(AuthService.service, handlers, { host, port, runtime }),
  );

  const resources = starting.move();
  return { grpcPort: server.port, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** Null without a mail server. */
function openMail(config: Config, { log }: Runtime, starting: AsyncDisposableStack): Mailer | null {
  const { smtpUrl: url, mailFrom: from, mode } = config;
  if (url) return starting.use(openMailer({ url, from, requireTls: mode === 'live' }));
  log.warn('SMTP_URL is not set: no password reset, no e-mail confirmation and no notices by mail');
  return null;
}

type Outside = {
  readonly revocations: Revocations;
  readonly config: Config;
  readonly mailer: Mailer | null;
  readonly runtime: Runtime;
};

function portsOver(pool: Pool, { revocations, config, mailer, runtime }: Outside): Ports {
  const { log } = runtime;
  const identity = requireIdentity(runtime);
  const inTransaction: Ports['transact'] = async (accountId, work) => {
    const appended: AuditLine[] = [];
    const result = await transactAs(pool, accountId, (tx) =>
      work(storesIn(tx, config.auditKey, (line) => appended.push(line))),
    );
    for (const line of appended) copyAuditLine(log, line);
    return result;
  };
  return {
    ...storesOver(withinPool(pool)),
    archive: auditArchive(withinPool(pool)),
    auditKeys: [config.auditKey, ...(config.auditKeyPrevious ? [config.auditKeyPrevious] : [])],
    audit: {
      append: (entry) => inTransaction(entry.accountId, ({ audit }) => audit.append(entry)),
    },
    transact: inTransaction,
    transactForAll: (work) => inTransaction(EVERY_ACCOUNT, work),
    throttle: throttleStore(pool),
    revocations,
    passwords: openPasswords(),
    totp: openTotp(),
    ...mailPorts(mailer, runtime),
    publicBaseUrl: config.publicBaseUrl.replace(/\/$/, ''),
    vault: openVault(config.secretKey, config.secretKeyPrevious),
    sessionTimes: {
      idleMaxMs: SESSION_IDLE_MAX_MS,
      lifetimeMaxMs: SESSION_LIFETIME_MS,
    },
    now: () => new Date(),
    newId: () => randomUUID(),
    newSecretBytes: () => randomBytes(SECRET_BYTES),
    digestsOf: digestsUnder(config.keyPepper, config.keyPepperPrevious),
    mode: config.mode,
    signatures: {
      requireSigner: (statement, person, signature) =>
        requireSigner(identity, statement, { person, signature, now: new Date() }),
      requireSigned: (asked, approval) =>
        requireSigned(identity, asked, approval, { now: new Date(), restores: [] }),
    },
    needsApproval: config.operatorApproval === 'required',
    attempts: { perAddressMax: config.attemptsPerAddressMax, perIpMax: config.attemptsPerIpMax },
  };
}

function mailPorts(mailer: Mailer | null, { log, metrics }: Runtime) {
  const observe = mailMetrics(metrics);
  const mailAttempted: Ports['mailAttempted'] = ({ id, kind, accountId }, outcome, error) => {
    observe(kind, outcome);
    if (outcome === 'sent' || outcome === 'withheld') return;
    // Not the error itself: a server may repeat the address or the mail in its reply.
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    const line = { mailId: id, kind, accountId, code, responseCode };
    if (outcome === 'failed') log.warn(line, 'mail not sent, retrying');
    else log.error(line, 'mail not sent, no further attempts');
  };
  const off: Mailer = { send: () => Promise.reject(new Error('SMTP_URL is not set')) };
  return { mailer: mailer ?? off, mailIsOn: mailer !== null, mailAttempted };
}
