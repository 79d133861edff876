import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { touchedSources } from './touched-sources.ts';

const ROOT = join(import.meta.dirname, '../..');
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');
const BASES = ['origin/main', 'main', 'HEAD'];
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024;

/**
 * The test files that a change touches: everything since the branch left main, committed or not.
 * They are found through imports, and through the table of what is read by its path.
 */
export async function changedTests(): Promise<string[]> {
  const touched = (await changedFiles()).map(touchedSources);
  if (touched.includes(null)) return listTests([]);
  const sources = new Set(
    touched.flatMap((files) => files ?? []).filter((file) => existsSync(join(ROOT, file))),
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
