/**
 * npm test: the static checks, real servers, then the tests of its tier (tiers.ts). `npm test -- <path or
 * jest options>` runs some of all tests, without the checks; `npm test -- --changed` those that import what changed since
 * main. `npm run test:all` runs the tests that npm test leaves out, then the cluster's. Nothing it starts outlives it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buildDashboard } from '../../packages/launcher/src/build/dashboard.ts';
import { buildPackages } from '../../packages/launcher/src/build/packages.ts';
import { exitCodeOf, interruptedBySignal } from '../../packages/launcher/src/interruption.ts';
import { provideCertificates } from '../../packages/launcher/src/provision/certificates.ts';
import { provideHelm } from '../../packages/launcher/src/provision/helm.ts';
import { ALL_PARTS, provideServers } from '../../packages/launcher/src/provision/servers.ts';
import { prepareTemplates } from '../../packages/launcher/src/provision/template-databases.ts';
import {
  HEADLESS_CHROMIUM,
  installMissing,
  PROMTOOL,
  Unavailable,
} from '../../packages/launcher/src/provision/tools.ts';
import { findCluster } from '../../test/cluster/tools/find-cluster.ts';
import { runChecks } from '../check/check.ts';
import { runJest, type TestCounts } from './jest-run.ts';
import { TIERS } from './tiers.ts';

const HELP = `Usage: npm test [-- paths or jest options]
       npm run test:all [-- --no-cluster]

npm test runs the static checks, then the unit, component and end-to-end tests on real Postgres, Kafka and Redis, which it
brings itself. With paths it runs only those tests, without the checks; with --changed those that import what
changed since main. jest lists its own options with npx jest --help.
npm run test:all runs what npm test leaves out: the files named *.long.test.ts, then npm run test:cluster -- --no-faults;
--no-cluster leaves out the latter.

Examples:
  npm test
  npm test -- services/ledger
  npm test -- services/ledger/test/refunds.test.ts -t 'a refund'
  npm test -- --changed`;
const JEST = join(import.meta.dirname, '../../node_modules/jest/bin/jest.js');
const EXIT_USAGE = 2;
const CHANGED = '--changed';
/** As jest says it: the tests that import a file that differs from the branch main. */
const SINCE_MAIN = '--changedSince=main';
/** How package.json marks `npm run test:all`. */
const LONG = '--long';
const NO_CLUSTER = '--no-cluster';
const OWN_OPTIONS = [CHANGED, LONG, NO_CLUSTER];
const NOTHING_RUN: TestCounts = { passed: 0, failed: 0, skipped: 0 };

const given = process.argv.slice(2);
if (given.includes('--help')) {
  console.log(HELP);
  process.exit(0);
}
if (hasUnknown(given.filter((arg) => !OWN_OPTIONS.includes(arg)))) process.exit(EXIT_USAGE);
const interruption = interruptedBySignal(() => say('Stopping...'));
try {
  process.exitCode = given.includes(LONG)
    ? await runLong(interruption)
    : await runQuick(given, interruption);
} catch (error) {
  if (!interruption.aborted) throw error;
  process.exitCode = exitCodeOf(interruption.reason);
}

/** Asked of jest itself, before anything is started for it; it says which it does not have. */
function hasUnknown(args: readonly string[]): boolean {
  if (!args.some((arg) => arg.startsWith('-'))) return false;
  const { status } = spawnSync(process.execPath, [JEST, ...args, '--showConfig'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return status !== 0;
}

/** Asked before anything is started. */
function hasTests(args: readonly string[]): boolean {
  const { stdout } = spawnSync(process.execPath, [JEST, ...args, '--listTests'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return stdout.trim() !== '';
}

async function runQuick(args: readonly string[], signal: AbortSignal): Promise<number> {
  const isChange = args.includes(CHANGED);
  const jestArgs = args.map((arg) => (arg === CHANGED ? SINCE_MAIN : arg));
  const onlySome = isChange || jestArgs.some((arg) => !arg.startsWith('-'));
  if (onlySome && !hasTests(jestArgs)) {
    say('No test file matches. Example: npm test -- services/ledger');
    return isChange ? 0 : EXIT_USAGE;
  }
  if (onlySome) return close(await runTests(jestArgs, signal));
  say('Checking types, style, structure and contracts...');
  const failedChecks = await runChecks(signal);
  signal.throwIfAborted();
  await installTools();
  const counts = await runTests([...TIERS['npm test'], ...jestArgs], signal);
  if (failedChecks.length > 0) say(`Static checks that failed: ${failedChecks.join(', ')}.`);
  return close({ ...counts, failed: counts.failed + failedChecks.length });
}

async function runLong(signal: AbortSignal): Promise<number> {
  await installTools();
  const counts = await runTests(TIERS['npm run test:all'], signal);
  if (given.includes(NO_CLUSTER)) {
    say('Left out, as asked: npm run test:cluster.');
    return close(counts);
  }
  signal.throwIfAborted();
  return close(await addCluster(counts, signal));
}

/** Its program prints what passed and failed there. */
async function addCluster(counts: TestCounts, signal: AbortSignal): Promise<TestCounts> {
  try {
    await findCluster();
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    say(`Tests were SKIPPED: ${error.message}`);
    return { ...counts, skipped: counts.skipped + 1 };
  }
  const program = join(import.meta.dirname, '../../test/cluster/tools/test-cluster.ts');
  const cluster = spawn(process.execPath, [program, '--no-faults'], { stdio: 'inherit' });
  // It takes down what it installed.
  signal.addEventListener('abort', () => cluster.kill('SIGTERM'), { once: true });
  const [code] = await once(cluster, 'exit');
  signal.throwIfAborted();
  if (code === 0) return { ...counts, passed: counts.passed + 1 };
  return { ...counts, failed: counts.failed + 1 };
}

async function installTools(): Promise<void> {
  await installMissing([HEADLESS_CHROMIUM, PROMTOOL], say);
  await provideHelm(say);
}

async function runTests(jestArgs: readonly string[], signal: AbortSignal): Promise<TestCounts> {
  await buildDashboard(say);
  await buildPackages(say);
  say('Starting the servers that the tests need...');
  await using servers = await provideServers(ALL_PARTS, { say, signal, isBrief: true });
  for (const sentence of servers.missing) say(`MISSING: ${sentence}`);
  if (isCi() && servers.missing.length > 0) {
    say('With CI=true nothing is skipped, so no test was run.');
    return { ...NOTHING_RUN, failed: servers.missing.length };
  }
  if (servers.env.TEST_POSTGRES_URL) await prepareTemplates(servers.env.TEST_POSTGRES_URL);
  using certificates = await provideCertificates();
  say('Running the tests...');
  const counts = await runJest(jestArgs, { env: { ...servers.env, ...certificates.env }, signal });
  for (const sentence of servers.missing) say(`Tests were SKIPPED: ${sentence}`);
  return counts;
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
