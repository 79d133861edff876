import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@entrada/platform/testing/eventually';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { guardOverload } from './overload.ts';

const LIMITS = { delayMaxMs: 30, requestsMin: 3 };
const BLOCK_MS = 2_000;
const LAG_WAIT_MAX_MS = 60_000;

/** As much else to do for this process as makes any mean delay too long. */
function block(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCK_MS);
}

test('lag refuses requests beyond a few, but not the lag of the start, and only without lag is the start over', async () => {
  const runtime = testRuntime('gateway');
  using guard = guardOverload(LIMITS, runtime);
  const admitted: Array<() => void> = [];
  const admit = () => {
    const on = (_event: string, close: () => void) => void admitted.push(close);
    guard.admit({ on } as unknown as ServerResponse);
  };
  block();
  const warm = runtime.health.warmUp();
  for (let n = 0; n < LIMITS.requestsMin; n += 1) expect(admit).not.toThrow();
  await warm;

  await eventually(
    async () => {
      block();
      // The guard looks at the delays in a timer, which is due by now.
      await delay(1);
      expect(admit).toThrow('Server is overloaded');
      // With one less in progress the process lags as before, and answers one more.
      admitted.shift()?.();
      expect(admit).not.toThrow();
    },
    { timeoutMs: LAG_WAIT_MAX_MS },
  );
});
