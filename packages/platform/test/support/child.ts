import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { eventually } from '../../src/testing/eventually.ts';

/** Long enough for a busy machine to start a program. */
const LOG_WAIT_MAX_MS = 60_000;

type Options = { readonly env?: NodeJS.ProcessEnv; readonly flags?: readonly string[] };

export type Child = AsyncDisposable & {
  /** The first log line that says `msg`, parsed. */
  logged(msg: string): Promise<Record<string, unknown>>;
  signal(name: NodeJS.Signals): void;
  /** Exit code; null when a signal ended it. */
  exit(): Promise<number | null>;
  stdout(): string;
  stderr(): string;
};

/** Runs one of our programs under the Node that runs the tests, with nothing else in its environment. */
export function startChild(program: string, { env = {}, flags = [] }: Options = {}): Child {
  const child = spawn(process.execPath, [...flags, program], { env, stdio: 'pipe' });
  const out: string[] = [];
  const err: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => out.push(line));
  createInterface({ input: child.stderr }).on('line', (line) => err.push(line));
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    logged: (msg) =>
      eventually(
        () => {
          const line = out.find((text) => text.includes(`"msg":"${msg}"`));
          if (!line && child.exitCode !== null) throw new Error(`exited: ${err.join('\n')}`);
          return line !== undefined && JSON.parse(line);
        },
        { timeoutMs: LOG_WAIT_MAX_MS },
      ),
    signal: (name) => void child.kill(name),
    exit: () => exited,
    stdout: () => out.join('\n'),
    stderr: () => err.join('\n'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
