import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JestResults, runJestIn } from '../provision/jest-run.ts';
import type { Guard } from './guard.ts';

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
  if (problem) return { guard, caughtBy: null, problem };
  const prepare = guard.file.endsWith('.sql') ? running.prepareDatabases : async () => {};
  const path = join(running.root, guard.file);
  const before = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    before.replace(guard.text, () => guard.replacement),
  );
  try {
    await prepare();
    const titles = guard.title === undefined ? [] : ['--testNamePattern', guard.title];
    const args = ['--runTestsByPath', guard.test, ...titles];
    const place = { root: running.root, stderr: 'ignore' } as const;
    const { results } = await runJestIn(place, args, running);
    return { guard, ...judged(results, running.passing) };
  } finally {
    writeFileSync(path, before);
    if (!running.signal.aborted) await prepare();
  }
}

/** Why a guard cannot be removed, or nothing. */
export function misplaced({ file, text }: Guard, root: string): string {
  const times = readFileSync(join(root, file), 'utf8').split(text).length - 1;
  return times === 1 ? '' : `its text occurs ${times} times in ${file}: correct scripts/guards/`;
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
