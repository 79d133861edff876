import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');
const BASES = ['origin/main', 'main', 'HEAD'];
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024;

/** What every test stands on, though none imports it. */
const TOUCHES_ALL =
  /^(package(-lock)?\.json|jest\.config\.js|scripts\/provision\/(native-test-runner|template-databases|servers)\.ts)$/;
/** Programs that tests start by their path, not by an import, and who starts them. */
const STARTED_BY_PATH: readonly (readonly [RegExp, string])[] = [
  [
    /^(services|sandbox|proto|packages\/(contracts|pix|platform))\/(?!.*test)/,
    'scripts/launcher/programs.ts',
  ],
  [/^packages\/receiver-check\//, 'packages/receiver-check/test/receiver-check.test.ts'],
];

/**
 * The test files that a change touches: everything since the branch left main, committed or not.
 * They are found through imports; a file that nothing imports counts as a change of its service.
 */
export async function changedTests(): Promise<string[]> {
  const changed = await changedFiles();
  if (changed.some((file) => TOUCHES_ALL.test(file))) return listTests([]);
  const sources = new Set(
    changed.flatMap(sourcesOf).filter((file) => existsSync(join(ROOT, file))),
  );
  return sources.size === 0 ? [] : listTests(['--findRelatedTests', ...sources]);
}

async function changedFiles(): Promise<string[]> {
  const base = await mergeBase();
  const [tracked, untracked] = await Promise.all([
    git('diff', '--name-only', base),
    git('ls-files', '--others', '--exclude-standard'),
  ]);
  return [...tracked, ...untracked];
}

async function mergeBase(): Promise<string> {
  for (const branch of BASES) {
    const [base] = await git('merge-base', 'HEAD', branch).catch(() => []);
    if (base) return base;
  }
  throw new Error('This folder is not a git clone, so --changed has nothing to compare with.');
}

function sourcesOf(file: string): string[] {
  const starters = STARTED_BY_PATH.filter(([program]) => program.test(file));
  return [...starters.map(([, starter]) => starter), file.endsWith('.ts') ? file : ownerOf(file)];
}

/** The source that reads a migration, a proto file or a fixture when it runs. */
function ownerOf(file: string): string {
  if (file.startsWith('proto/')) return 'packages/contracts/src/services.ts';
  if (file.startsWith('packages/platform/')) return 'packages/platform/src/db/migrate.ts';
  const [group, name] = file.split('/');
  return `${group}/${name}/src/service.ts`;
}

async function listTests(args: readonly string[]): Promise<string[]> {
  const { stdout } = await run(process.execPath, [JEST, '--listTests', ...args]);
  return stdout.split('\n').filter((line) => line.endsWith('.test.ts'));
}

async function git(...args: readonly string[]): Promise<string[]> {
  const { stdout } = await run('git', args);
  return stdout.split('\n').filter(Boolean);
}

function run(program: string, args: readonly string[]): Promise<{ stdout: string }> {
  return promisify(execFile)(program, args, { cwd: ROOT, maxBuffer: OUTPUT_MAX_BYTES });
}
