import { openReceiver } from '@entrada/deposit-check/webhook-receiver';
import { eventually } from '@entrada/platform/testing/eventually';
import { expectCreditedOnce, expectNoViolation } from './books.ts';
import { deployment } from './deployment.ts';
import { describeFailures, figures, watchHost } from './figures.ts';
import { openLoad } from './load.ts';
import type { Sent } from './send.ts';

/** How many requests are answered before and after a fault, so that it has a load. */
const AROUND = 30;
const AROUND_MAX_MS = 120_000;

/** Deposits at a steady rate on the release, and what was sent while something happened to it. */
export async function openStage() {
  const { baseUrl, bankUrl, hostIp, exec, seed } = deployment();
  await using opening = new AsyncDisposableStack();
  const receiver = opening.use(await openReceiver({ host: hostIp }));
  const { apiKey } = await seed(receiver.url);
  const load = opening.use(openLoad({ baseUrl, bankUrl, apiKey }));
  const goesOn = async () => {
    const wanted = load.sent.length + AROUND;
    await eventually(() => load.sent.length >= wanted, { timeoutMs: AROUND_MAX_MS });
  };
  await goesOn();
  let endedAt = Infinity;
  const endLoad = async () => {
    await load.stop();
    endedAt = Math.min(endedAt, Date.now());
  };
  const open = opening.move();
  return {
    load,
    /** Until the load goes on as before. */
    async during(title: string, happen: () => Promise<unknown>): Promise<readonly Sent[]> {
      const from = Date.now();
      const hostTook = watchHost();
      const since = () => load.sent.filter(({ endedAt }) => endedAt >= from);
      let tookMs: number | undefined;
      try {
        await happen();
        tookMs = Date.now() - from;
        await goesOn();
        return since();
      } finally {
        const took = tookMs === undefined ? 'not over' : `${(tookMs / 1_000).toFixed(1)} s`;
        figures(`${title}: ${took}, ${describeFailures(since())}${hostTook()}`);
      }
    },
    /** Begins no deposit any more, and waits for those that were begun. */
    endLoad,
    /** Every deposit is credited once and announced once. */
    async settle(): Promise<void> {
      await endLoad();
      figures(`${load.deposits.length} deposits, ${load.recoveries.length} requests sent again`);
      await expectCreditedOnce(load, { baseUrl, apiKey, receiver });
    },
    /** The auditor finds nothing, of this load and of those before. */
    audit: () => expectNoViolation(endedAt, { exec }),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
