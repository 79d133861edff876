import { setTimeout as delay } from 'node:timers/promises';
import type { Stage } from './stage.ts';

/** Of half a second a throttled process gets a fifth. */
const STOPPED_MS = 400;
const RUNNING_MS = 100;

export function signal(stage: Stage, program: string, name: 'SIGSTOP' | 'SIGCONT'): void {
  const pid = stage.system.programs.get(program)?.pid();
  if (pid === undefined) throw new Error(`${program} does not run`);
  process.kill(pid, name);
}

/** Gives a process as little time as a limit of CPU would, until disposed. */
export function throttle(stage: Stage, program: string): AsyncDisposable {
  const stop = new AbortController();
  const throttling = (async () => {
    while (!stop.signal.aborted) {
      signal(stage, program, 'SIGSTOP');
      await delay(STOPPED_MS);
      signal(stage, program, 'SIGCONT');
      await delay(RUNNING_MS);
    }
  })();
  // A process that ended by itself is reported by what it should have caused.
  throttling.catch(() => {});
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await throttling.catch(() => {});
    },
  };
}
