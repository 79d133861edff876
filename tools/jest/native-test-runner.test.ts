import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** More than there are workers, so that the one with the error is given another. */
const LATER_FILES = 4;

const CRASHING = `test('leaves something behind', async () => {
  globalThis.leftBehind = true;
  setImmediate(() => { throw new Error('uncaught'); });
  await new Promise((resolve) => setTimeout(resolve, 100));
});`;
const LATER = `test('finds nothing left behind', async () => {
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(globalThis.leftBehind).toBeUndefined();
});`;

test('an uncaught error fails its own file and no later one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-runner-'));
  try {
    writeFileSync(join(folder, 'crashing.test.mjs'), CRASHING);
    for (let i = 0; i < LATER_FILES; i += 1) {
      writeFileSync(join(folder, `later-${i}.test.mjs`), LATER);
    }
    const { numFailedTests, numPassedTests } = await runJestOn(folder);
    expect({ numFailedTests, numPassedTests }).toEqual({
      numFailedTests: 1,
      numPassedTests: LATER_FILES,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

type Counts = { readonly numFailedTests: number; readonly numPassedTests: number };

function runJestOn(folder: string): Promise<Counts> {
  const config = {
    rootDir: folder,
    cacheDirectory: join(folder, 'cache'),
    testEnvironment: 'node',
    testRunner: join(import.meta.dirname, 'native-test-runner.ts'),
    transform: {},
    testMatch: ['**/*.test.mjs'],
  };
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const args = [jest, `--config=${JSON.stringify(config)}`, '--maxWorkers=2', '--json'];
  const { JEST_WORKER_ID: _, ...env } = process.env;
  return new Promise((resolve) => {
    // It exits with an error, because a test fails.
    execFile(process.execPath, args, { cwd: ROOT, env }, (_error, stdout) =>
      resolve(JSON.parse(stdout)),
    );
  });
}
