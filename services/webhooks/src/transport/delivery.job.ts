import type { Runtime } from '@entrada/platform/runtime/runtime';
import { forRequest } from '@entrada/platform/telemetry/request-ids';
import { continueTrace, linkTrace } from '@entrada/platform/telemetry/spans';
import { atMost } from '@entrada/platform/time/backoff';
import type { App } from '../app.ts';
import type { Attempt, ClaimedDelivery, Room } from '../domain/delivery.ts';
import { openAttemptBatches } from '../sender/attempt-batches.ts';
import { openLane } from '../sender/lane.ts';
import { openOutages } from '../sender/outages.ts';
import { openLanePaces, signalOf } from '../sender/paces.ts';

/** Separate lanes, so that first attempts never wait for retries, however many of those hang. */
const FIRST_ATTEMPTS = { slotsMax: 512, perEndpointMax: 64 };
const RETRIES = { slotsMax: 64, perEndpointMax: 4 };

/** Finds what no notification reports: expired leases, and retries planned by another process. */
const POLL_EVERY_MS = 5_000;
const RETRY_WAIT_MIN_MS = 20;
const DRAIN_MAX_MS = 8_000;
const LAST_WRITE_MAX_MS = 3_000;

type Options = {
  readonly runtime: Runtime;
  readonly onAttempt: (delivery: ClaimedDelivery, attempt: Attempt) => void;
  /** Ends attempts that outlast the drain. */
  readonly cutShort: () => void;
  /** In [0, 1). */
  readonly random: () => number;
  /** How long a lease outlasts its attempt. */
  readonly leaseMarginMs: number;
};

export type DeliveryJob = AsyncDisposable & {
  /** Deliveries were made due, or notifications of such may have been missed. */
  wake(): void;
  /** How many new deliveries may be leased on insert, for this process to send. */
  room(): Room;
  /** Sends what was leased for this process. */
  take(claimed: readonly ClaimedDelivery[]): void;
};

/** Sends what is due until it is disposed; then it waits for attempts under way, up to a limit. */
export function startDeliveries(app: App, options: Options): DeliveryJob {
  const { onAttempt, cutShort, random, leaseMarginMs } = options;
  const { log } = options.runtime;
  const giveUp = new AbortController();
  const now = () => performance.now();
  const outages = openOutages({ now, graceMs: leaseMarginMs });
  const batches = openAttemptBatches({
    record: (attempts) => outages.watch(() => app.recordAttempts(attempts)),
    now,
    log,
    giveUp: giveUp.signal,
  });
  const paces = openLanePaces(now, random);

  const deliver = (delivery: ClaimedDelivery) => underOrigin(delivery, () => attempt(delivery));

  async function attempt(delivery: ClaimedDelivery): Promise<void> {
    batches.begin(delivery.id);
    try {
      const made = await app.attemptDelivery(delivery);
      if (!made) {
        batches.drop(delivery.id);
        return await app.releaseDeliveries([delivery]);
      }
      batches.add(made);
      const { statusCode, timings } = made;
      paces.learn(delivery, signalOf(statusCode !== null, timings.totalMs));
      onAttempt(delivery, made);
    } catch (err) {
      batches.drop(delivery.id);
      log.error({ err, delivery_id: delivery.id }, 'attempt failed on our side, retrying');
    }
  }

  const shared = {
    deliver,
    outages,
    now,
    log,
    isHeldBack: batches.isBehind,
    isUnderWay: batches.isUnderWay,
  };
  const firstAttempts = openLane({
    ...shared,
    ...FIRST_ATTEMPTS,
    paces: paces.firstAttempts,
    claim: app.claimFirstAttempts,
    idleMs: async () => POLL_EVERY_MS,
  });
  const retries = openLane({
    ...shared,
    ...RETRIES,
    paces: paces.retries,
    claim: app.claimRetries,
    idleMs: () => untilNextRetryMs(app),
  });

  return {
    wake: firstAttempts.wake,
    room: firstAttempts.room,
    take: firstAttempts.take,
    async [Symbol.asyncDispose]() {
      const ended = Promise.all([firstAttempts.stop(), retries.stop()]);
      if (!(await atMost(DRAIN_MAX_MS, ended))) cutShort();
      await ended;
      await atMost(LAST_WRITE_MAX_MS, batches.written());
      giveUp.abort();
      await batches.written();
    },
  };
}

/** A first attempt is the end of what began with a request; a retry, hours later, is linked to it. */
function underOrigin(delivery: ClaimedDelivery, work: () => Promise<void>): Promise<void> {
  const { requestIds, traceParent, attemptsDone, isReplay } = delivery;
  const trace = attemptsDone > 0 || isReplay ? linkTrace : continueTrace;
  return forRequest(requestIds ?? '', () => trace('deliver webhook', traceParent, work));
}

async function untilNextRetryMs(app: App): Promise<number> {
  const waitMs = (await app.nextRetryInMs()) ?? POLL_EVERY_MS;
  return Math.min(POLL_EVERY_MS, Math.max(RETRY_WAIT_MIN_MS, waitMs));
}
