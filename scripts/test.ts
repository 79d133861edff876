/**
 * npm test: the static checks, real servers, then every test. `npm test -- <path or jest options>`
 * runs some of the tests, without the checks; `npm test -- --changed` those that the change since main
 * touches. Nothing it starts outlives it.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runChecks } from './check.ts';
import { buildDashboard } from './dashboard-build.ts';
import { exitCodeOf, interruptedBySignal } from './interruption.ts';
import { buildPackages } from './packages-build.ts';
import { provideCertificates } from './provision/certificates.ts';
import { changedTests } from './provision/changed-tests.ts';
import { provideHelm } from './provision/helm.ts';
import { runJest, type TestCounts } from './provision/jest-run.ts';
import { ALL_PARTS, provideServers } from './provision/servers.ts';
import { prepareTemplates } from './provision/template-databases.ts';
import { HEADLESS_CHROMIUM, installMissing, PROMTOOL } from './provision/tools.ts';

const HELP = `Usage: npm test [-- paths or jest options]

Runs the static checks, then every test on real Postgres, Kafka and Redis, which it brings itself. With paths it runs only
those tests, without the checks; with --changed those that the change since main touches. jest lists its own options with
npx jest --help.

Examples:
  npm test
  npm test -- services/ledger
  npm test -- services/ledger/test/refunds.test.ts -t 'a refund'
  npm test -- --changed`;
const EXIT_USAGE = 2;
const CHANGED = '--changed';
const NOTHING_RUN: TestCounts = { passed: 0, failed: 0, skipped: 0 };

const given = process.argv.slice(2);
if (given.includes('--help')) {
  console.log(HELP);
  process.exit(0);
}
if (hasUnknown(given.filter((arg) => arg !== CHANGED))) process.exit(EXIT_USAGE);
const interruption = interruptedBySignal(() => say('Stopping...'));
try {
  process.exitCode = await main(given, interruption);
} catch (error) {
  if (!interruption.aborted) throw error;
  process.exitCode = exitCodeOf(interruption.reason);
}

/** Asked of jest itself, before anything is started for it; it says which it does not have. */
function hasUnknown(args: readonly string[]): boolean {
  if (!args.some((arg) => arg.startsWith('-'))) return false;
  const jest = join(import.meta.dirname, '../node_modules/jest/bin/jest.js');
  const { status } = spawnSync(process.execPath, [jest, ...args, '--showConfig'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return status !== 0;
}

async function main(args: readonly string[], signal: AbortSignal): Promise<number> {
  const jestArgs = args.includes(CHANGED) ? await argsOfChange(args) : args;
  if (!jestArgs) {
    say('The change touches no test.');
    return close(NOTHING_RUN);
  }
  const onlySome = jestArgs.some((arg) => !arg.startsWith('-'));
  const failedChecks = onlySome ? [] : await check(signal);
  signal.throwIfAborted();
  if (!onlySome) {
    await installMissing([HEADLESS_CHROMIUM, PROMTOOL], say);
    await provideHelm(say);
  }
  await buildDashboard(say);
  await buildPackages(say);
  say('Starting the servers that the tests need...');
  await using servers = await provideServers(ALL_PARTS, { say, signal, isBrief: true });
  for (const sentence of servers.missing) say(`MISSING: ${sentence}`);
  if (isCi() && servers.missing.length > 0) {
    say('With CI=true nothing is skipped, so no test was run.');
    return close({ ...NOTHING_RUN, failed: failedChecks.length + servers.missing.length });
  }
  if (servers.env.TEST_POSTGRES_URL) await prepareTemplates(servers.env.TEST_POSTGRES_URL);
  using certificates = await provideCertificates();
  say('Running the tests...');
  const counts = await runJest(jestArgs, { env: { ...servers.env, ...certificates.env }, signal });
  if (failedChecks.length > 0) say(`Static checks that failed: ${failedChecks.join(', ')}.`);
  for (const sentence of servers.missing) say(`Tests were SKIPPED: ${sentence}`);
  return close({ ...counts, failed: counts.failed + failedChecks.length });
}

/** Undefined when there is nothing to run. */
async function argsOfChange(args: readonly string[]): Promise<string[] | undefined> {
  const tests = await changedTests();
  const others = args.filter((arg) => arg !== CHANGED);
  if (tests.length > 0) say(`The change touches ${tests.length} test files.`);
  return tests.length === 0 ? undefined : [...others, '--runTestsByPath', ...tests];
}

async function check(signal: AbortSignal): Promise<string[]> {
  say('Checking types, style, structure and contracts...');
  return runChecks(signal);
}

/** Ends with the line that tools read, and gives the exit code. */
function close({ passed, failed, skipped }: TestCounts): number {
  const skippedInCi = isCi() && skipped > 0;
  if (skippedInCi) say('With CI=true a skipped test is a failure.');
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed > 0 || skippedInCi ? 1 : 0;
}

function isCi(): boolean {
  return process.env.CI === 'true';
}

function say(sentence: string): void {
  console.log(sentence);
}
