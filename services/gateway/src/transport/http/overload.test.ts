import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@entrada/platform/testing/eventually';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { guardOverload } from './overload.ts';

const DELAY_MAX_MS = 30;
const BLOCK_MS = 2_000;
const LAG_WAIT_MAX_MS = 60_000;

/** As much else to do for this process as makes any mean delay too long. */
function block(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCK_MS);
}

test('lag refuses requests, but not the lag of the start, and only without lag is the start over', async () => {
  const runtime = testRuntime('gateway');
  using guard = guardOverload(DELAY_MAX_MS, runtime);
  const admit = () => guard.admit({ on: () => {} } as unknown as ServerResponse);
  block();
  const warm = runtime.health.warmUp();
  expect(admit).not.toThrow();
  await warm;

  await eventually(
    async () => {
      block();
      // The guard looks at the delays in a timer, which is due by now.
      await delay(1);
      expect(admit).toThrow('Server is overloaded');
    },
    { timeoutMs: LAG_WAIT_MAX_MS },
  );
});
