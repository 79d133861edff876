import { certificateFolder } from '@entrada/platform/testing/identity';
import { newSecrets } from '../packages/launcher/src/programs.ts';
import type { Watcher } from '../packages/launcher/src/supervise.ts';
import { choosePorts, type System, startSystem } from '../packages/launcher/src/system.ts';
import type { BenchRun } from './bench-run.ts';

type Options = {
  /** Keeps the databases of one system apart from those of another. */
  readonly name: string;
  readonly kafkaBrokers?: string | undefined;
  readonly redisUrl?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
};

/** The event log that a system uses. */
export type Log = {
  readonly name: 'postgres' | 'kafka';
  readonly kafkaBrokers?: string | undefined;
  readonly redisUrl?: string | undefined;
};

/** The load comes from one key; what is measured is how much it could do, not how little it may. */
const NO_LIMITS = {
  RATE_LIMIT_PER_SECOND: '1000000',
  RATE_LIMIT_BURST: '1000000',
  RATE_LIMIT_PUBLIC_PER_MINUTE: '1000000',
  RATE_LIMIT_CALLBACKS_PER_MINUTE: '1000000',
  STREAMS_PER_ADDRESS: '10000',
};

/** Our services as they run in production: each a process, logging every request. */
export async function startOurSystem(run: BenchRun, options: Options): Promise<System> {
  const { postgres, env } = run;
  const starting = startSystem(
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
    { adminUrl: postgres.adminUrl, say: () => {}, ...watcherOf(run) },
  );
  return Promise.race([starting, rejectedWhenAborted(run.signal)]);
}

/** What a worker needs to reach it. */
export function addressesOf(system: System) {
  const { baseUrl, bankUrl, authAddress, webhooksAddress, certificates } = system;
  return { baseUrl, bankUrl, authAddress, webhooksAddress, certificates };
}

function rejectedWhenAborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  promise.catch(() => {});
  return promise;
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
