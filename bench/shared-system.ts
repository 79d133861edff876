import type { System } from '../packages/launcher/src/system.ts';
import type { BenchRun } from './bench-run.ts';
import type { Arrivals, Order } from './depositor.ts';
import { addressesOf, type Log, startOurSystem } from './our-system.ts';
import { startWorker, type Worker } from './worker.ts';

const ORDER_MAX_MS = 300_000;
/** The load is one callback for each payment. */
const NO_BUDGET = { PROVIDER_POLLS_PER_SECOND: '100000', PROVIDER_CREATES_PER_SECOND: '100000' };

/** Our services on one event log, with an account holder. */
export type SharedSystem = {
  readonly system: System;
  readonly depositor: Worker<Order, Arrivals>;
};

/** One system after the other: the parts on one event log follow each other and use the same, since a start takes as long as a part. */
export function sharedSystems() {
  let current: { readonly name: Log['name']; readonly shared: SharedSystem } | undefined;
  let resources = new AsyncDisposableStack();
  let part: BenchRun | undefined;

  async function close(): Promise<void> {
    current = undefined;
    const closing = resources;
    resources = new AsyncDisposableStack();
    await closing.disposeAsync();
  }

  return {
    async on(log: Log, run: BenchRun, signal: AbortSignal): Promise<SharedSystem> {
      part = run;
      if (current?.name === log.name) return current.shared;
      await close();
      run.say(`Starting our services and the sandbox bank on the ${log.name} event log...`);
      const fail = (why: string) => {
        part?.fail(why);
        // Ends what that part waits for.
        void close();
      };
      const starting = { ...run, signal, fail };
      const options = { ...log, name: `shared_${log.name}`, env: NO_BUDGET };
      const system = resources.use(await startOurSystem(starting, options));
      const limits = { askMaxMs: ORDER_MAX_MS, signal };
      const depositor = resources.use(startWorker<Order, Arrivals>('depositor.ts', limits));
      await depositor.ask({ act: 'open', ...addressesOf(system) });
      current = { name: log.name, shared: { system, depositor } };
      return current.shared;
    },
    /** Before a part that measures something else, so that nothing runs beside it. */
    close,
  };
}
