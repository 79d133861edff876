import { setTimeout as delay } from 'node:timers/promises';
import type { Reason } from '@entrada/platform/errors/app-error';
import { eventually } from '@entrada/platform/testing/eventually';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import type { Response } from 'express';
import { guardOverload } from './overload.ts';

const LIMITS = { delayMaxMs: 30, requestsMin: 3 };
/** Longer than the delay that is tolerated, shorter than a request counts. */
const BLOCK_MS = 300;
const WAIT = { timeoutMs: 60_000 };

type Request = { close(reason?: Reason): void };

function openGuard() {
  const runtime = testRuntime('gateway');
  const guard = guardOverload(LIMITS, runtime);
  /** Null when it is refused. */
  const admit = ({ headersSent = false } = {}): Request | null => {
    const locals: { errorReason?: Reason } = {};
    let onClose = () => {};
    const on = (_event: string, listener: () => void) => {
      onClose = listener;
    };
    if (!guard.admit({ on, locals, headersSent } as unknown as Response)) return null;
    return {
      close(reason) {
        if (reason) locals.errorReason = reason;
        onClose();
      },
    };
  };
  return { admit, warm: runtime.health.warmUp(), [Symbol.dispose]: () => guard[Symbol.dispose]() };
}

/** As much else to do for this process as makes any delay too long. */
function block(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCK_MS);
}

test('lag refuses requests beyond a few, but not the lag of the start, and only without lag is the start over', async () => {
  using guard = openGuard();
  block();
  for (let n = 0; n < LIMITS.requestsMin; n += 1) expect(guard.admit()).not.toBeNull();
  await guard.warm;

  await eventually(async () => {
    block();
    // The guard looks at its delay in a timer, which is due by now.
    await delay(1);
    const admitted = Array.from({ length: LIMITS.requestsMin + 1 }, () => guard.admit());
    const [first] = admitted;
    first?.close();
    // With one less in progress the process lags as before, and answers one more.
    admitted.push(guard.admit());
    for (const each of admitted) each?.close();
    expect(admitted.map((each) => each !== null)).toEqual([true, true, true, false, true]);
  }, WAIT);
});

test.each(['unavailable', 'timeout'] as const)(
  'a service that is late (%s) lowers the number of requests in progress until it is not',
  async (reason) => {
    using guard = openGuard();
    await guard.warm;
    await eventually(async () => {
      guard.admit()?.close(reason);
      await delay(BLOCK_MS);
      const admitted = Array.from({ length: LIMITS.requestsMin + 1 }, () => guard.admit());
      for (const each of admitted) each?.close();
      expect(admitted.at(-1)).toBeNull();
    }, WAIT);
    await eventually(async () => {
      const admitted = Array.from({ length: 2 * LIMITS.requestsMin }, () => guard.admit());
      await delay(BLOCK_MS);
      for (const each of admitted) each?.close();
      expect(admitted).not.toContain(null);
    }, WAIT);
  },
);

test('a reply that has begun, such as a stream, does not count', async () => {
  using guard = openGuard();
  await guard.warm;
  await eventually(async () => {
    for (let n = 0; n < 2 * LIMITS.requestsMin; n += 1) guard.admit({ headersSent: true });
    guard.admit()?.close('unavailable');
    await delay(BLOCK_MS);
    expect(guard.admit()).not.toBeNull();
  }, WAIT);
});
