/** Runs every static check at once; one that fails shows its output. */
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { readCommandLine } from '../../packages/launcher/src/command-line.ts';
import { exitCodeOf, interruptedBySignal } from '../../packages/launcher/src/interruption.ts';

const CHECK_WAIT_MAX_MS = 300_000;

type Command = readonly [string, ...string[]];

/** Before all others, which read the types of gRPC: git does not have them. */
const GENERATED_FILES: Command = ['node', 'tools/generate/generate.ts', '--check'];

const CHECKS: Readonly<Record<string, Command>> = {
  types: ['tsc', '--noEmit'],
  'dashboard types': ['tsc', '-p', 'web/dashboard', '--noEmit'],
  'lint and format': ['biome', 'check', '--error-on-warnings', '.'],
  'unused code': ['knip'],
  'proto lint': ['buf', 'lint'],
  'proto format': ['buf', 'format', '-d', '--exit-code'],
  'OpenAPI lint': ['node', 'tools/check/lint-openapi.ts'],
  structure: ['node', 'tools/check/check-structure.ts'],
  words: ['node', 'tools/check/check-words.ts'],
  dependencies: ['node', 'tools/check/check-dependencies.ts'],
  'guards in place': ['node', 'tools/guards/guards.ts', '--list'],
};

const ROOT = `${join(import.meta.dirname, '../..')}/`;

type Outcome = { readonly ok: boolean; readonly output: string; readonly ms: number };

/** The names of the checks that failed. */
export async function runChecks(signal: AbortSignal): Promise<string[]> {
  const check = async (name: string, command: Command) => {
    const outcome = await run(command, signal);
    signal.throwIfAborted();
    const skipped = /^skipped: .*$/m.exec(outcome.output)?.[0];
    console.log(
      `${outcome.ok ? 'ok    ' : 'FAILED'} ${name} (${(outcome.ms / 1000).toFixed(1)} s)${skipped ? `, ${skipped}` : ''}`,
    );
    return { name, command, ...outcome };
  };
  const outcomes = [
    await check('generated files', GENERATED_FILES),
    ...(await Promise.all(Object.entries(CHECKS).map((one) => check(...one)))),
  ];
  const failed = outcomes.filter(({ ok }) => !ok);
  for (const { name, command, output } of failed) {
    console.log(`\n${name}: ${command.join(' ')}\n${output.trimEnd()}`);
  }
  return failed.map(({ name }) => name);
}

function run([program, ...args]: Command, signal: AbortSignal): Promise<Outcome> {
  const begun = Date.now();
  const output: string[] = [];
  // The tools come from the project, also when this is not started by npm.
  const PATH = `${ROOT}node_modules/.bin${delimiter}${process.env.PATH}`;
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, PATH, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: CHECK_WAIT_MAX_MS,
    killSignal: 'SIGKILL',
    signal,
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  }
  return new Promise((resolve) => {
    const end = (ok: boolean) => resolve({ ok, output: output.join(''), ms: Date.now() - begun });
    child.once('error', (error) => {
      output.push(error.message);
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

if (import.meta.main) {
  readCommandLine(
    'npm run check',
    `Makes the types of gRPC and compares all other generated files, then runs every static check at once: ${Object.keys(CHECKS).join(', ')}.`,
  );
  const interruption = interruptedBySignal(() => console.log('Stopping...'));
  try {
    const failed = await runChecks(interruption);
    console.log(failed.length === 0 ? '\nAll checks pass.' : `\nFailed: ${failed.join(', ')}.`);
    process.exitCode = failed.length === 0 ? 0 : 1;
  } catch (error) {
    if (!interruption.aborted) throw error;
    process.exitCode = exitCodeOf(interruption.reason);
  }
}
