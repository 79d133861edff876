import { constants } from 'node:os';

/** What we started ends with us, also when we end before it was stopped in order. */
const END_MAX_MS = 2_000;

/**
 * Aborted by Ctrl-C and its kin, with the signal's name as the reason; the process has then ended
 * within three seconds, however far its tidying up has come.
 */
export function interruptedBySignal(onFirst: () => void): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) return;
      onFirst();
      const end = () => {
        console.error('Stopping takes too long: the rest is ended now.');
        process.exit(exitCodeOf(name));
      };
      setTimeout(end, END_MAX_MS).unref();
      controller.abort(name);
    });
  }
  return controller.signal;
}

/** As a shell counts a program that a signal ended. */
export function exitCodeOf(name: NodeJS.Signals): number {
  return 128 + constants.signals[name];
}
