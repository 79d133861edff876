import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JestResults, runJestIn } from '../jest/jest-run.ts';

/** Code that keeps a promise, and the test that must fail without it. */
export type Guard = {
  readonly name: string;
  /** A file, or a pattern such as `services/ledger/migrations/*.sql`. */
  readonly file: string;
  /** Occurs once in the files that match. */
  readonly text: string;
  readonly replacement: string;
  /** A test file. */
  readonly test: string;
  /** Only the tests whose titles match. */
  readonly title?: string;
};

export type Verdict = {
  readonly guard: Guard;
  readonly caughtBy: string | null;
  readonly problem: string;
};

type Running = {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Tests that pass with every guard in place: only these can catch anything. */
  readonly passing: ReadonlySet<string>;
  /** Migrates the databases that tests copy; needed around a change of a migration. */
  readonly prepareDatabases: () => Promise<void>;
};

/** The names of the tests that pass while every guard is in place. */
export async function passingTests(
  guards: readonly Guard[],
  { root, ...running }: Pick<Running, 'root' | 'env' | 'signal'>,
): Promise<ReadonlySet<string>> {
  const files = new Set(guards.map(({ test }) => test));
  const place = { root, stderr: 'ignore' } as const;
  const { results } = await runJestIn(place, ['--runTestsByPath', ...files], running);
  return new Set(
    testsOf(results).flatMap((test) => (test.status === 'passed' ? test.fullName : [])),
  );
}

/** Runs the test of a guard without the guard, and puts the guard back. */
export async function removeGuard(guard: Guard, running: Running): Promise<Verdict> {
  const problem = misplaced(guard, running.root);
  const [place] = placesOf(guard, running.root);
  if (problem || !place) return { guard, caughtBy: null, problem };
  const prepare = guard.file.endsWith('.sql') ? running.prepareDatabases : async () => {};
  const { path } = place;
  const before = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    before.replace(guard.text, () => guard.replacement),
  );
  try {
    await prepare();
    const titles = guard.title === undefined ? [] : ['--testNamePattern', guard.title];
    const args = ['--runTestsByPath', guard.test, ...titles];
    const at = { root: running.root, stderr: 'ignore' } as const;
    const { results } = await runJestIn(at, args, running);
    return { guard, ...judged(results, running.passing) };
  } finally {
    writeFileSync(path, before);
    if (!running.signal.aborted) await prepare();
  }
}

/** Why a guard cannot be removed, or nothing. */
export function misplaced(guard: Guard, root: string): string {
  const times = placesOf(guard, root).reduce((sum, { count }) => sum + count, 0);
  return times === 1
    ? ''
    : `its text occurs ${times} times in ${guard.file}: correct tools/guards/`;
}

function placesOf({ file, text }: Guard, root: string) {
  return globSync(file, { cwd: root })
    .map((path) => join(root, path))
    .map((path) => ({ path, count: readFileSync(path, 'utf8').split(text).length - 1 }))
    .filter(({ count }) => count > 0);
}

/** A test that cannot be loaded catches nothing: then the replacement is wrong. */
function judged(
  results: JestResults | undefined,
  passing: ReadonlySet<string>,
): Omit<Verdict, 'guard'> {
  const tests = testsOf(results);
  const failed = tests.filter(({ status }) => status === 'failed');
  const caughtBy = failed.find(({ fullName }) => passing.has(fullName))?.fullName ?? null;
  if (caughtBy !== null) return { caughtBy, problem: '' };
  if (failed.length > 0) return { caughtBy, problem: 'its test fails with the guard in place' };
  const isGreen = tests.some(({ status }) => status === 'passed');
  return { caughtBy, problem: isGreen ? 'its test stays green' : 'no test was run' };
}

function testsOf(results: JestResults | undefined) {
  return results?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];
}
