/**
 * npm run guards: removes each guard of tools/guards/ in a copy of the working tree and expects that
 * its test fails. The working tree itself is left alone, and nothing that this starts outlives it.
 */
import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { readCommandLine } from '../../packages/launcher/src/command-line.ts';
import { exitCodeOf, interruptedBySignal } from '../../packages/launcher/src/interruption.ts';
import { provideCertificates } from '../../packages/launcher/src/provision/certificates.ts';
import { ALL_PARTS, provideServers } from '../../packages/launcher/src/provision/servers.ts';
import { MONEY_GUARDS } from './money.ts';
import { type Guard, misplaced, passingTests, removeGuard, type Verdict } from './remove-guard.ts';
import { RETURNS_GUARDS } from './returns.ts';
import { SECURITY_GUARDS } from './security.ts';
import { copyWorkingTree } from './working-copy.ts';

type Templates = typeof import('../../packages/launcher/src/provision/template-databases.ts');

const ROOT = join(import.meta.dirname, '../..');
const GUARDS = [...MONEY_GUARDS, ...RETURNS_GUARDS, ...SECURITY_GUARDS];
const EXIT_USAGE = 2;
const ABOUT = `Removes one guard after another in a copy of the working tree and expects that its test fails.
It fails when a test stays green or fails with the guard in place, or when the code of a guard is no longer there.`;

const options = readCommandLine('npm run guards', ABOUT, (command) =>
  command
    .option('--only <pattern>', 'only the guards whose names match, such as refund', pattern)
    .option('--list', 'print the guards and check that their code is there, without a test'),
);
const interruption = interruptedBySignal(() => say('Stopping...'));
try {
  process.exitCode = await main(selected(options.only), interruption);
} catch (error) {
  if (!interruption.aborted) throw error;
  process.exitCode = exitCodeOf(interruption.reason);
}

function pattern(text: string): RegExp {
  try {
    return new RegExp(text, 'i');
  } catch {
    throw new InvalidArgumentError('It must be a regular expression.');
  }
}

function selected(only: RegExp | undefined): readonly Guard[] {
  const guards = GUARDS.filter(({ name }) => !only || only.test(name));
  if (guards.length > 0) return guards;
  console.error('No guard matches --only. See them all: npm run guards -- --list');
  process.exit(EXIT_USAGE);
}

async function main(guards: readonly Guard[], signal: AbortSignal): Promise<number> {
  if (options.list) return list(guards);
  say('Starting the servers that the tests need...');
  await using servers = await provideServers(ALL_PARTS, { say, signal });
  for (const sentence of servers.missing) say(`MISSING: ${sentence}`);
  if (servers.missing.length > 0) return 1;
  signal.throwIfAborted();
  using copy = await copyWorkingTree(ROOT, signal);
  const { root } = copy;
  const templates: Templates = await import(
    `${root}/packages/launcher/src/provision/template-databases.ts`
  );
  const prepareDatabases = () => templates.prepareTemplates(servers.env.TEST_POSTGRES_URL ?? '');
  await prepareDatabases();
  say('Running the tests with every guard in place...');
  using certificates = await provideCertificates();
  const running = { root, env: { ...servers.env, ...certificates.env }, signal };
  const passing = await passingTests(guards, running);
  const verdicts: Verdict[] = [];
  for (const guard of guards) {
    signal.throwIfAborted();
    const verdict = await removeGuard(guard, { ...running, passing, prepareDatabases });
    verdicts.push(verdict);
    say(lineOf(verdict));
  }
  return report(verdicts);
}

function list(guards: readonly Guard[]): number {
  const problems = guards.map((guard) => {
    const problem = misplaced(guard, ROOT);
    say(`${guard.name} (${guard.file})${problem && `: ${problem}`}`);
    return problem;
  });
  return problems.some(Boolean) ? 1 : 0;
}

function report(verdicts: readonly Verdict[]): number {
  say('\n| guard | caught by |\n|---|---|');
  for (const { guard, caughtBy, problem } of verdicts) {
    say(`| ${guard.name} | ${caughtBy ?? `NOT CAUGHT: ${problem}`} |`);
  }
  const missed = verdicts.filter(({ caughtBy }) => caughtBy === null).length;
  say(`${verdicts.length - missed} caught, ${missed} not caught`);
  return missed > 0 ? 1 : 0;
}

function lineOf({ guard, caughtBy, problem }: Verdict): string {
  const outcome = caughtBy === null ? `NOT CAUGHT: ${problem}` : `caught by: ${caughtBy}`;
  return `${guard.name}: ${outcome}`;
}

function say(sentence: string): void {
  console.log(sentence);
}
