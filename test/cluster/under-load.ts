import { openReceiver } from '@entrada/deposit-check/webhook-receiver';
import { eventually } from '@entrada/platform/testing/eventually';
import { expectCreditedOnce, expectNoViolation } from './books.ts';
import { deployment } from './deployment.ts';
import { describeFailures, figures, watch, watchHost } from './figures.ts';
import { openLoad } from './load.ts';
import type { SentRequest } from './send.ts';
import { AUDIT_LAG_MS } from './tools/release.ts';

/** How many requests are answered before and after a fault, so that it has a load. */
const AROUND = 30;
const AROUND_MAX_MS = 120_000;

/** Deposits at a steady rate on the release, and what was sent while something happened to it. */
export async function openStage() {
  const { baseUrl, bankUrl, hostIp, exec, logIn, seed } = deployment();
  await using opening = new AsyncDisposableStack();
  const receiver = opening.use(await openReceiver({ host: hostIp }));
  const { apiKey } = await seed(receiver.url);
  const load = opening.use(openLoad({ baseUrl, bankUrl, apiKey }));
  const goesOn = async () => {
    const wanted = load.sent.length + AROUND;
    await eventually(() => load.sent.length >= wanted, { timeoutMs: AROUND_MAX_MS });
  };
  await goesOn();
  let endedAt: number | undefined;
  const open = opening.move();
  return {
    load,
    /** Until the load goes on as before. */
    async during(title: string, happen: () => Promise<unknown>): Promise<readonly SentRequest[]> {
      const from = Date.now();
      const took = watch();
      const hostTook = watchHost();
      const since = () => load.sent.filter(({ endedAt }) => endedAt >= from);
      let ended = 'not over';
      try {
        await happen();
        ended = took();
        await goesOn();
        // What began meanwhile belongs to it, however late it ends.
        await load.presentOnes();
        return since();
      } finally {
        figures(`${title}: ${ended}, ${describeFailures(since())}${hostTook()}`);
      }
    },
    /** Ends the load; every deposit that was paid is credited once and announced once, and no other. */
    async settle(): Promise<void> {
      await load.stop();
      endedAt = Date.now();
      const paid = load.deposits.filter(({ isPaid }) => isPaid);
      figures(
        `${load.deposits.length} deposits, ${paid.length} of them paid, ${load.recoveries.length} requests sent again`,
      );
      await expectCreditedOnce(load, { baseUrl, apiKey, receiver });
    },
    /**
     * The auditor finds nothing, of all that the load paid; while it goes on, of what is as old as it looks back.
     * It is asked in the pod where this stage logged in; when that pod is replaced, log in again.
     */
    audit: () => expectNoViolation(endedAt ?? Date.now() - AUDIT_LAG_MS, exec),
    logIn,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
