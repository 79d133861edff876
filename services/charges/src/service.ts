import { openAuth } from '@entrada/approvals/approvals';
import { ChargesService, LedgerService } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { openChangeFeed } from '@entrada/platform/db/change-feed';
import { MESSAGING_MIGRATIONS, serviceMigrations } from '@entrada/platform/db/migrate';
import { openDatabase } from '@entrada/platform/db/pool';
import { requireSafeTopics } from '@entrada/platform/events/admin';
import { signFor } from '@entrada/platform/events/mac';
import { openEventLog } from '@entrada/platform/events/open-event-log';
import { REPEAT_DAYS_MAX } from '@entrada/platform/events/outbox';
import { startRelay } from '@entrada/platform/events/relay';
import { connectGrpc } from '@entrada/platform/grpc/client';
import { serveGrpc } from '@entrada/platform/grpc/server';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { instrument, jobMetrics } from '@entrada/platform/telemetry/metrics';
import { buildApp } from './app.ts';
import { openBank } from './clients/bank.ts';
import { realClock, sandboxClock } from './clients/bank-clock.ts';
import { openCallBudget, orElse, withinDeadline } from './clients/call-budget.ts';
import { ledgerClient } from './clients/ledger.ts';
import type { Config } from './config.ts';
import { chargeMetrics, watchBacklog } from './metrics/charge-metrics.ts';
import type { Ports } from './ports.ts';
import { openRecovery } from './recovery/open-recovery.ts';
import { openMoves } from './store/charge-moves.ts';
import { newChargeIds, newProcessLock, refundIdOf } from './store/ids.ts';
import { measure } from './store/measure.ts';
import { openStore } from './store/store.ts';
import { registerCallback, startBackground } from './transport/background.job.ts';
import { changesRpc, chargesRpc } from './transport/charges.rpc.ts';

/** Of a charge whose request names none. */
const CHARGE_EXPIRES_IN_SECONDS = 86_400;
/** For a bank that lists payments late: the last days are listed once in this time. */
const LATE_SWEEP = { days: 7, everyMs: 21_600_000 };
const MIGRATIONS = [MESSAGING_MIGRATIONS, serviceMigrations(`${import.meta.dirname}/..`)];
const LEDGER_TIMEOUT_MS = 5_000;
/** Only operators wait for it, and their decisions are repeated by hand. */
const AUTH_TIMEOUT_MS = 10_000;

/** Builds the service from the outside in; disposing it undoes each step in reverse. */
export async function start(
  config: Config,
  runtime: Runtime,
): Promise<{ grpcPort: number } & AsyncDisposable> {
  await using starting = new AsyncDisposableStack();

  const { pool } = starting.use(await openDatabase(config, MIGRATIONS, runtime));

  const topics = { all: Object.values(Topic), own: [Topic.Charges] };
  starting.use(await requireSafeTopics(config, topics, runtime));
  const eventLog = starting.use(openEventLog(config, runtime, 'charges'));
  const { databaseUrl, listenHost: host, grpcPort: port } = config;
  const relayed = { topic: Topic.Charges, eventLog, sign: signOf(config) };
  starting.use(await startRelay({ pool, databaseUrl, ...relayed, runtime }));

  const recovery = starting.use(await openRecovery(pool, runtime));
  const clock = starting.use(
    config.providerClock === 'sandbox' ? sandboxClock(config.providerUrl) : realClock(),
  );
  const bank = starting.use(openBank(config, runtime, clock));
  const ledger = starting.use(connectLedger(config, runtime));
  const moves = starting.use(
    openMoves({ databaseUrl, processLock: newProcessLock(), log: runtime.log }),
  );
  const metrics = chargeMetrics(runtime);
  starting.use(watchBacklog(runtime, () => measure(pool), clock.now));
  const feed = starting.use(
    openChangeFeed({ pool, databaseUrl, name: 'charges', runtime, onChanges: moves.wake }),
  );
  const auth = starting.use(openAuth(config, { pool, runtime, timeoutMs: AUTH_TIMEOUT_MS }));
  const ports: Ports = {
    ...openStore(pool, moves.owner, feed.note, jobMetrics(runtime.metrics)),
    ...termsIn(config),
    bank,
    ledger: ledgerClient(ledger),
    ...auth.ports,
    metrics: metrics.counters,
    waiting: {
      watch: moves.watch,
      withinDeadline: withinDeadline(config.providerTimeoutMs),
      orElse: orElse(runtime.log),
      mayAskBank: recovery.unlessRestored(budgetOf(config.providerPollsPerSecond)),
    },
    callbackBudget: budgetOf(config.providerPollsPerSecond),
    now: clock.now,
    newChargeIds,
    refundIdOf,
  };
  const useCases = recovery.refuseChanges(buildApp(ports));
  const app = instrument(
    { ...useCases, createCharge: metrics.countCreated(useCases.createCharge) },
    runtime.metrics,
  );

  const callbackUrl = config.providerWebhookUrl;
  if (callbackUrl) starting.use(registerCallback(() => bank.callBackAt(callbackUrl), runtime));
  const { sweepEveryMs, returnsEveryMs } = config;
  starting.use(startBackground(app, { runtime, sweepEveryMs, returnsEveryMs }));
  const server = starting.use(
    await serveGrpc(
      ChargesService.service,
      { ...chargesRpc(app), ...changesRpc(feed), ...recovery.rpc(ports, ledger) },
      { host, port, runtime },
    ),
  );

  const resources = starting.move();
  return { grpcPort: server.port, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

function signOf({ ledgerEventKey: ledger, webhooksEventKey: webhooks }: Config) {
  return signFor({ ledger, webhooks });
}

const budgetOf = (perSecond: number) =>
  openCallBudget({ perSecond, nowMs: () => performance.now() });

function connectLedger({ ledgerAddress: address }: Config, runtime: Runtime) {
  return connectGrpc(LedgerService, { address, timeoutMs: LEDGER_TIMEOUT_MS, runtime });
}

function termsIn(config: Config) {
  return {
    feePlan: {
      basisPoints: config.feeBasisPoints,
      fixedCents: config.feeFixedCents,
      minCents: config.feeMinCents,
      maxCents: config.feeMaxCents,
      mode: config.feeMode,
    },
    limits: { minCents: config.valueMinCents, maxCents: config.valueMaxCents },
    expiresInSeconds: CHARGE_EXPIRES_IN_SECONDS,
    sweepEveryMs: config.sweepEveryMs,
    returnsEveryMs: config.returnsEveryMs,
    repeatDaysMax: REPEAT_DAYS_MAX,
    lateSweep: LATE_SWEEP,
  };
}
