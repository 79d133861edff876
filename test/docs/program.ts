import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from '@entrada/platform/testing/eventually';

const START_WAIT_MAX_MS = 120_000;

export type Program = AsyncDisposable & {
  /** All that it and its children have printed. */
  readonly output: () => string;
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>;
};
type Options = { readonly cwd: string; readonly env: Readonly<Record<string, string>> };

/** A sample that runs, with what it starts in the background: all of it ends when it is disposed. */
export function startProgram(command: readonly string[], { cwd, env }: Options): Program {
  const [program = '', ...args] = command;
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(program, args, {
    cwd,
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk;
    });
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return {
    output: () => text,
    ended,
    async [Symbol.asyncDispose]() {
      endGroup(child);
      await ended;
    },
  };
}

/** The shell may have ended before the receiver that it started. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export async function listening(port: number): Promise<void> {
  await eventually(() => canConnect(port), { timeoutMs: START_WAIT_MAX_MS });
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}
