import {
  deathSignalPrefix,
  startServerProcess,
} from '../../../packages/launcher/src/provision/server-process.ts';

const START_MAX_MS = 20_000;
const STOP_MAX_MS = 2_000;

/** Starts a kubectl that serves until it is disposed of, such as `kubectl proxy`; ready once it has printed a line. */
export async function startKubectl(args: readonly string[]): Promise<AsyncDisposable> {
  const [program = 'kubectl', ...rest] = [...deathSignalPrefix('SIGKILL'), 'kubectl', ...args];
  let hasSpoken = false;
  const server = startServerProcess({
    name: `kubectl ${args[0]}`,
    command: [program, ...rest],
    stopSignal: 'SIGTERM',
    stopWaitMaxMs: STOP_MAX_MS,
    onLog: () => {
      hasSpoken = true;
    },
  });
  const started: AsyncDisposable = { [Symbol.asyncDispose]: server.stop };
  await using starting = new AsyncDisposableStack();
  starting.use(started);
  await server.ready(async () => hasSpoken && !server.hasExited(), { waitMaxMs: START_MAX_MS });
  starting.move();
  return started;
}
