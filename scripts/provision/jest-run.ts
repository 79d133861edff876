import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deathSignalPrefix } from './server-process.ts';

const ROOT = `${join(import.meta.dirname, '../..')}/`;
const STOP_WAIT_MAX_MS = 5_000;

export type TestCounts = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
};

type Running = { readonly env: Readonly<Record<string, string>>; readonly signal: AbortSignal };

/** Runs jest in a process group of its own, all of which has ended when this returns. */
export async function runJest(args: readonly string[], running: Running): Promise<TestCounts> {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-test-'));
  try {
    const outputFile = join(folder, 'results.json');
    const code = await spawnJest([...args, '--json', `--outputFile=${outputFile}`], running);
    running.signal.throwIfAborted();
    return countsIn(outputFile, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function spawnJest(args: readonly string[], { env, signal }: Running): Promise<number> {
  const [program = process.execPath, ...rest] = [
    ...deathSignalPrefix('SIGKILL'),
    process.execPath,
    // Jest loads ES modules only with this flag, and Node would announce it in every worker.
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    join(ROOT, 'node_modules/jest/bin/jest.js'),
    ...args,
  ];
  const jest = spawn(program, rest, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    detached: true,
    // What jest prints on standard output with --json is only the name of the results file.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const signalGroup = (name: NodeJS.Signals) => {
    try {
      if (jest.pid) process.kill(-jest.pid, name);
    } catch {
      // The group has already ended.
    }
  };
  const onAbort = () => {
    signalGroup('SIGTERM');
    setTimeout(() => signalGroup('SIGKILL'), STOP_WAIT_MAX_MS).unref();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (signal.aborted) onAbort();
    const [code] = await once(jest, 'exit');
    return code ?? 1;
  } finally {
    signal.removeEventListener('abort', onAbort);
    signalGroup('SIGKILL');
  }
}

type JestResults = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numRuntimeErrorTestSuites: number;
};

/** A file that could not even be loaded counts as one failure, and so does a run that left no results. */
function countsIn(outputFile: string, exitCode: number): TestCounts {
  let results: JestResults;
  try {
    results = JSON.parse(readFileSync(outputFile, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  return {
    passed: results.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}
