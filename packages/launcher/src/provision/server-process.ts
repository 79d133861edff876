import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const LOG_LINES_KEPT = 40;
const POLL_EVERY_MS = 50;
const KILL_WAIT_MAX_MS = 10_000;

export type ServerCommand = {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Only for root: the account the server runs under when its command does not change it itself. */
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  readonly onLog?: ((line: string) => void) | undefined;
  readonly stopSignal: NodeJS.Signals;
  readonly stopWaitMaxMs: number;
  /** What ends a server that did not heed `stopSignal`. */
  readonly lastResort?: NodeJS.Signals;
};

type ReadyWait = { readonly waitMaxMs: number; readonly signal?: AbortSignal | undefined };

export type ServerProcess = {
  readonly pid: number;
  hasExited(): boolean;
  /** The last lines it wrote, to explain a failure. */
  lastLines(): string;
  /** Polls until it answers; fails as soon as it exits, the caller gives up or the time is over. */
  ready(answers: () => Promise<boolean>, wait: ReadyWait): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
};

/**
 * Starts a server that outlives neither a clean end nor, on Linux, the sudden death of this process.
 * It gets a process group of its own, so that Ctrl-C reaches us alone and we choose the order of stopping.
 */
export function startServerProcess(server: ServerCommand): ServerProcess {
  const [program, ...args] = server.command;
  const child = spawn(program, args, {
    env: server.env ?? process.env,
    cwd: server.cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(server.uid === undefined ? {} : { uid: server.uid }),
    ...(server.gid === undefined ? {} : { gid: server.gid }),
  });
  const lines = keepLastLines(child, server.onLog);
  let exited = false;
  const exit = new Promise<void>((resolve) => {
    const onGone = () => {
      exited = true;
      resolve();
    };
    child.once('exit', onGone);
    child.once('error', (error) => {
      lines.push(error.message);
      onGone();
    });
  });

  const signal = async (name: NodeJS.Signals, waitMaxMs: number): Promise<boolean> => {
    if (!exited) child.kill(name);
    const waiting = new AbortController();
    await Promise.race([
      exit,
      delay(waitMaxMs, undefined, { signal: waiting.signal }).catch(() => {}),
    ]);
    waiting.abort();
    return exited;
  };
  const kill = async (): Promise<void> => {
    await signal('SIGKILL', KILL_WAIT_MAX_MS);
  };
  return {
    pid: child.pid ?? 0,
    hasExited: () => exited,
    lastLines: () => lines.join('\n'),
    ready: async (answers, { waitMaxMs, signal: givenUp }) => {
      const giveUpAt = Date.now() + waitMaxMs;
      while (!(await answers())) {
        if (exited) throw new Error(`${server.name} stopped while starting:\n${lines.join('\n')}`);
        if (Date.now() > giveUpAt) {
          throw new Error(
            `${server.name} did not answer within ${waitMaxMs / 1000} s:\n${lines.join('\n')}`,
          );
        }
        givenUp?.throwIfAborted();
        await delay(POLL_EVERY_MS);
      }
    },
    stop: async () => {
      if (await signal(server.stopSignal, server.stopWaitMaxMs)) return;
      if (server.lastResort && (await signal(server.lastResort, KILL_WAIT_MAX_MS))) return;
      await kill();
    },
    kill,
  };
}

/** A server that answers; one that does not in time is ended. */
export async function startAnswering(
  command: ServerCommand,
  answers: () => Promise<boolean>,
  wait: ReadyWait,
): Promise<ServerProcess> {
  const server = startServerProcess(command);
  try {
    await server.ready(answers, wait);
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function keepLastLines(child: ChildProcess, onLog?: (line: string) => void): string[] {
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr]) {
    if (!input) continue;
    createInterface({ input }).on('line', (line) => {
      lines.push(line);
      if (lines.length > LOG_LINES_KEPT) lines.shift();
      onLog?.(line);
    });
  }
  return lines;
}

/** Prefix arguments that make Linux signal the program when we die, even by kill -9; none elsewhere. */
export function deathSignalPrefix(signal: NodeJS.Signals): string[] {
  return hasSetpriv() ? ['setpriv', '--pdeathsig', signal] : [];
}

export function hasSetpriv(): boolean {
  return spawnSync('setpriv', ['--pdeathsig', 'keep', 'true'], { stdio: 'ignore' }).status === 0;
}
