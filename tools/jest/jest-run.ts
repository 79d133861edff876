import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { cacheFolder } from '../../packages/launcher/src/provision/cache-folder.ts';
import { deathSignalPrefix } from '../../packages/launcher/src/provision/server-process.ts';

const ROOT = `${join(import.meta.dirname, '../..')}/`;
const STOP_WAIT_MAX_MS = 1_500;
const SLOWEST_SHOWN = 10;

export type TestCounts = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
};

type Running = { readonly env: Readonly<Record<string, string>>; readonly signal: AbortSignal };
type Place = { readonly root: string; readonly stderr: 'inherit' | 'ignore' };
type RunResult = { readonly code: number; readonly results: JestResults | undefined };

/** Runs jest in a process group of its own, all of which has ended when this returns. */
export async function runJest(args: readonly string[], running: Running): Promise<TestCounts> {
  const { code, results } = await runJestIn({ root: ROOT, stderr: 'inherit' }, args, running);
  if (results) for (const line of slowestSuites(results)) console.log(line);
  return countsOf(results, code);
}

/** As runJest, in any working tree, with all that jest reports. */
export async function runJestIn(
  place: Place,
  args: readonly string[],
  running: Running,
): Promise<RunResult> {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-test-'));
  try {
    const outputFile = join(folder, 'results.json');
    const code = await spawnJest(place, [...args, '--json', `--outputFile=${outputFile}`], running);
    running.signal.throwIfAborted();
    return { code, results: resultsIn(outputFile) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function spawnJest(
  { root, stderr }: Place,
  args: readonly string[],
  { env, signal }: Running,
): Promise<number> {
  const [program = process.execPath, ...rest] = [
    ...deathSignalPrefix('SIGKILL'),
    process.execPath,
    join(root, 'node_modules/jest/bin/jest.js'),
    ...args,
  ];
  const jest = spawn(program, rest, {
    cwd: root,
    // Programs that tests start load in half the time from what Node compiled before.
    env: { NODE_COMPILE_CACHE: cacheFolder('compiled'), ...process.env, ...env },
    detached: true,
    // What jest prints on standard output with --json is only the name of the results file.
    stdio: ['ignore', 'ignore', stderr],
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

type SuiteResult = {
  readonly name: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
};

export type JestResults = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly SuiteResult[];
};

function resultsIn(outputFile: string): JestResults | undefined {
  try {
    return JSON.parse(readFileSync(outputFile, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A file that could not be loaded counts as one failure, and so does a run without results. */
function countsOf(results: JestResults | undefined, exitCode: number): TestCounts {
  if (!results) return { passed: 0, failed: 1, skipped: 0 };
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  return {
    passed: results.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}

function slowestSuites({ testResults }: JestResults): string[] {
  const suites = testResults.map(({ name, startTime, endTime }) => ({
    name: relative(ROOT, name),
    ms: endTime - startTime,
  }));
  const slowest = suites.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN);
  return ['Slowest suites:', ...slowest.map(({ name, ms }) => `${seconds(ms)} s  ${name}`)];
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1).padStart(7);
}
