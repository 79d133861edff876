import { spawn } from 'node:child_process';

const WAIT_MAX_MS = 60_000;
const KILL_AFTER_MS = 5_000;
const OUTPUT_KEPT_CHARACTERS = 4_000_000;
const LINES_SHOWN = 40;

export type CommandOptions = {
  /** Written to its standard input: the place for secrets, which arguments are not. */
  readonly input?: string;
  readonly timeoutMs?: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
};

/** Runs a program to its end and gives what it printed; fails with its last lines. */
export function runCommand(
  program: string,
  args: readonly string[],
  { input, timeoutMs = WAIT_MAX_MS, env = process.env, signal }: CommandOptions = {},
): Promise<string> {
  signal?.throwIfAborted();
  // A process group of its own: Ctrl-C reaches us alone, and we stop the program and its children.
  const child = spawn(program, args, { env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const stop = (name: NodeJS.Signals) => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, name);
  };
  const timers: NodeJS.Timeout[] = [];
  let stoppedBecause: string | undefined;
  const end = (why: string) => {
    stoppedBecause ??= why;
    stop('SIGTERM');
    timers.push(setTimeout(stop, KILL_AFTER_MS, 'SIGKILL'));
  };
  timers.push(setTimeout(end, timeoutMs, `took longer than ${timeoutMs / 1000} s`));
  const onAbort = () => end('was interrupted');
  signal?.addEventListener('abort', onAbort, { once: true });

  let output = '';
  let problems = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-OUTPUT_KEPT_CHARACTERS);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    problems = `${problems}${chunk}`.slice(-OUTPUT_KEPT_CHARACTERS);
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve(output);
      const what = [program, ...args].join(' ');
      const said = lastLines(problems.trim() || output.trim());
      reject(new Error(`${what} ${stoppedBecause ?? `failed (${code})`}:\n${said}`));
    });
  }).finally(() => {
    timers.forEach(clearTimeout);
    signal?.removeEventListener('abort', onAbort);
  });
}

function lastLines(text: string): string {
  return text.split('\n').slice(-LINES_SHOWN).join('\n');
}
