import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const RESTART_FIRST_MS = 200;
const RESTART_MAX_MS = 5_000;
/** A process that lived this long has recovered: its next fall is counted from the start. */
const RECOVERED_AFTER_MS = 30_000;
const FALLS_MAX = 8;
const STOP_WAIT_MAX_MS = 25_000;
const PASSED_ON = /^OTEL_|^NODE_COMPILE_CACHE$/;
/** The exit code of a service whose configuration is invalid: starting it again would not help. */
const EXIT_CONFIG = 78;

export type Program = {
  readonly name: string;
  readonly main: string;
  readonly env: Readonly<Record<string, string>>;
};

export type Watcher = {
  line(name: string, line: string): void;
  /** It ended by itself; `restartInMs` is null when it will not be tried again. */
  fell(name: string, how: string, restartInMs: number | null): void;
};

export type SupervisedProgram = {
  readonly name: string;
  pid(): number | undefined;
  /** Ends it at once, as a crash would; it is then started again. */
  crash(): void;
  stop(): Promise<void>;
  /** Runs it again after a stop. */
  start(): void;
};

const REGISTER = new URL('../../platform/src/telemetry/register.ts', import.meta.url).href;
const ROOT = `${join(import.meta.dirname, '../../..')}/`;

/** Keeps a program running until it is stopped. It ends with us even when we are killed: its IPC channel closes. */
export function supervise({ name, main, env }: Program, watcher: Watcher): SupervisedProgram {
  let child: ChildProcess;
  let stopping = false;
  let falls = 0;
  let timer: NodeJS.Timeout | undefined;

  function launch(): void {
    const startedAt = Date.now();
    child = spawn(process.execPath, ['--import', REGISTER, main], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...passedOn(), ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl-C must reach the launcher alone, which then stops everything in order.
      detached: true,
    });
    for (const input of [child.stdout, child.stderr]) {
      if (input) createInterface({ input }).on('line', (line) => watcher.line(name, line));
    }
    // A program that could not even be started has no exit, but ends all the same.
    child.once('error', () => child.emit('exit', null, null));
    child.once('exit', (code, signal) => {
      if (stopping) return;
      if (Date.now() - startedAt > RECOVERED_AFTER_MS) falls = 0;
      falls += 1;
      const restartInMs = restartDelay(code, falls);
      watcher.fell(name, signal ?? `exit code ${code}`, restartInMs);
      if (restartInMs !== null) timer = setTimeout(launch, restartInMs);
    });
  }

  launch();
  return {
    name,
    pid: () => child.pid,
    crash: () => void child.kill('SIGKILL'),
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await endOf(child);
    },
    start() {
      stopping = false;
      falls = 0;
      launch();
    },
  };
}

/** Null when another start would not help. */
function restartDelay(code: number | null, falls: number): number | null {
  if (code === EXIT_CONFIG || falls > FALLS_MAX) return null;
  return Math.min(RESTART_FIRST_MS * 2 ** (falls - 1), RESTART_MAX_MS);
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WAIT_MAX_MS);
  await exited;
  clearTimeout(timer);
}

/** What every program takes from the launcher: where traces go, and what Node compiled before. */
function passedOn(): Record<string, string> {
  const names = Object.keys(process.env).filter((name) => PASSED_ON.test(name));
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']));
}
