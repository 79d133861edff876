import { atMost } from '@entrada/platform/events/backoff';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { App } from '../app.ts';
import { signOf } from '../domain/pace.ts';
import type { Attempt, ClaimedDelivery, Room } from '../ports.ts';
import { openAttemptBatches } from './delivery/attempt-batches.ts';
import { openLane } from './delivery/lane.ts';
import { openPaces } from './delivery/paces.ts';

/** Lanes of their own: first tries never wait for retries, however many of those hang. */
const FIRST_TRIES = { slotsMax: 512, perEndpointMax: 64 };
const RETRIES = { slotsMax: 64, perEndpointMax: 4 };

/** Finds what no notification told of: leases that ran out, retries planned by another process. */
const POLL_EVERY_MS = 1_000;
const RETRY_WAIT_MIN_MS = 20;
/** With so many results unrecorded the database is in trouble; then nothing more is claimed. */
const UNRECORDED_MAX = 2_000;

const DRAIN_MAX_MS = 8_000;
const LAST_WRITE_MAX_MS = 3_000;

type Options = {
  readonly runtime: Runtime;
  readonly onAttempt: (delivery: ClaimedDelivery, attempt: Attempt) => void;
  /** Ends tries that outlast the drain. */
  readonly cutShort: () => void;
  /** In [0, 1). */
  readonly chance: () => number;
};

export type DeliveryJob = AsyncDisposable & {
  /** New deliveries were committed. */
  wake(): void;
  /** How many new deliveries may be claimed for it at once. */
  room(): Room;
  /** Sends what was claimed for it. */
  take(claimed: readonly ClaimedDelivery[]): void;
};

/** Sends what is due until it is disposed. Then it finishes what is under way, within bounds. */
export function startDeliveries(app: App, options: Options): DeliveryJob {
  const { onAttempt, cutShort, chance } = options;
  const { log } = options.runtime;
  const lastTry = new AbortController();
  const batches = openAttemptBatches({ record: app.recordAttempts, log, lastTry: lastTry.signal });
  const paces = openPaces(() => performance.now(), chance);

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    try {
      const attempt = await app.attemptDelivery(delivery);
      if (!attempt) return await app.releaseDeliveries([delivery.id]);
      batches.add(attempt);
      const { statusCode, timings } = attempt;
      paces.learn(delivery.endpointId, signOf(statusCode !== null, timings.totalMs));
      onAttempt(delivery, attempt);
    } catch (err) {
      log.error({ err, delivery_id: delivery.id }, 'delivery failed on our side');
    }
  }

  async function nextRetryMs(): Promise<number> {
    const waitMs = (await app.nextRetryInMs()) ?? POLL_EVERY_MS;
    return Math.min(POLL_EVERY_MS, Math.max(RETRY_WAIT_MIN_MS, waitMs));
  }

  const shared = { deliver, paces, log, isHeldBack: () => batches.size() > UNRECORDED_MAX };
  const firstTries = openLane({
    ...shared,
    ...FIRST_TRIES,
    claim: app.claimFirstTries,
    idleMs: async () => POLL_EVERY_MS,
  });
  const retries = openLane({
    ...shared,
    ...RETRIES,
    claim: app.claimRetries,
    idleMs: nextRetryMs,
  });

  return {
    wake: firstTries.wake,
    room: firstTries.room,
    take: firstTries.take,
    async [Symbol.asyncDispose]() {
      const ended = Promise.all([firstTries.stop(), retries.stop()]);
      if (!(await atMost(DRAIN_MAX_MS, ended))) cutShort();
      await ended;
      await atMost(LAST_WRITE_MAX_MS, batches.written());
      lastTry.abort();
      await batches.written();
    },
  };
}
