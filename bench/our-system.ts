import { certificateFolder } from '@entrada/platform/testing/identity';
import { newSecrets } from '../packages/launcher/src/programs.ts';
import type { Watcher } from '../packages/launcher/src/supervise.ts';
import { choosePorts, type System, startSystem } from '../packages/launcher/src/system.ts';
import type { Order, OrderResult } from './depositor.ts';
import type { BenchRun } from './run-parts.ts';
import { startWorker, type Worker } from './worker.ts';

/** The event log that a system uses. */
export type Log = {
  readonly name: 'postgres' | 'kafka';
  readonly kafkaBrokers?: string | undefined;
  readonly redisUrl?: string | undefined;
};

type Options = Omit<Log, 'name'> & {
  /** Keeps the databases of one system apart from those of another. */
  readonly name: string;
  readonly env?: Readonly<Record<string, string>>;
};

const ORDER_MAX_MS = 300_000;
/** The load comes from one key; what is measured is how much it could do, not how little it may. */
const NO_LIMITS = {
  RATE_LIMIT_PER_SECOND: '1000000',
  RATE_LIMIT_BURST: '1000000',
  RATE_LIMIT_PUBLIC_PER_MINUTE: '1000000',
  RATE_LIMIT_CALLBACKS_PER_MINUTE: '1000000',
  STREAMS_PER_ADDRESS: '10000',
};

/** The load is one callback for each payment. */
const NO_BUDGET = { PROVIDER_POLLS_PER_SECOND: '100000', PROVIDER_CREATES_PER_SECOND: '100000' };

/** Our services as they run in production: each a process, logging every request. */
export async function startOurSystem(run: BenchRun, options: Options): Promise<System> {
  const { postgres, env, signal } = run;
  return startSystem(
    {
      databaseUrl: (database) => postgres.url(`${options.name}_${database}`),
      kafkaBrokers: options.kafkaBrokers,
      redisUrl: options.redisUrl,
      secrets: newSecrets(),
      certificates: certificateFolder(),
      ports: await choosePorts(),
      logLevel: 'info',
      env: { ...NO_LIMITS, ...env, ...options.env },
    },
    { adminUrl: postgres.adminUrl, say: () => {}, signal, ...watcherOf(run) },
  );
}

/** Says only what should not happen. */
export function watcherOf({ say, signal, fail }: BenchRun): Watcher {
  return {
    line(name, line) {
      if (!/"level":"(info|debug)"/.test(line) && !signal.aborted) say(`${name}: ${line}`);
    },
    fell(name, how) {
      if (!signal.aborted) fail(`${name} ended (${how})`);
    },
  };
}

/** An account holder of the system, with a webhook endpoint, and the payers; in a process of their own. */
export async function openDepositor(system: System, signal: AbortSignal) {
  const limits = { askMaxMs: ORDER_MAX_MS, signal };
  const depositor = startWorker<Order, OrderResult>('depositor.ts', limits);
  const { baseUrl, bankUrl, authAddress, webhooksAddress, certificates } = system;
  const addresses = { baseUrl, bankUrl, authAddress, webhooksAddress, certificates };
  const { apiKey } = await depositor.ask({ act: 'open', ...addresses });
  return { depositor, apiKey, [Symbol.dispose]: () => depositor[Symbol.dispose]() };
}

/** Our services on one event log, with an account holder. */
export type SharedSystem = {
  readonly log: Log['name'];
  readonly system: System;
  readonly depositor: Worker<Order, OrderResult>;
  /** Of the account holder. */
  readonly apiKey: string;
};

/** One system after the other: the parts on one event log follow each other and use the same, since a start takes as long as a part. */
export function sharedSystems() {
  let current: SharedSystem | undefined;
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
      if (current?.log === log.name) return current;
      await close();
      run.say(`Starting our services and the sandbox bank on the ${log.name} event log...`);
      const fail = (why: string) => {
        part?.fail(why);
        // Ends what that part waits for.
        void close();
      };
      const options = { ...log, name: `shared_${log.name}`, env: NO_BUDGET };
      const system = resources.use(await startOurSystem({ ...run, signal, fail }, options));
      const depositor = resources.use(await openDepositor(system, signal));
      current = { log: log.name, system, ...depositor };
      return current;
    },
    /** Before a part that measures something else, so that nothing runs beside it. */
    close,
  };
}
