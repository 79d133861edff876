import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const SCOPE = '@entrada';

export type WorkingCopy = Disposable & { readonly root: string };

/**
 * A copy of the working tree, changes that are not committed included, in which code can be changed
 * safely. Libraries are linked; packages of our own are those of the copy.
 */
export async function copyWorkingTree(root: string, signal: AbortSignal): Promise<WorkingCopy> {
  const copy = mkdtempSync(join(tmpdir(), 'entrada-guards-'));
  const remove = () => rmSync(copy, { recursive: true, force: true });
  // Also when the program ends before it could tidy up.
  process.once('exit', remove);
  const files = filesIn(root);
  for (const file of files) {
    signal.throwIfAborted();
    await cp(join(root, file), join(copy, file));
  }
  const packages = files.filter((file) => basename(file) === 'package.json');
  for (const file of packages) linkLibraries(root, copy, dirname(file));
  return { root: copy, [Symbol.dispose]: remove };
}

function filesIn(root: string): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  return listed.filter((file) => file && existsSync(join(root, file)));
}

function linkLibraries(root: string, copy: string, folder: string): void {
  const [from, to] = [join(root, folder, 'node_modules'), join(copy, folder, 'node_modules')];
  if (!existsSync(from)) return;
  mkdirSync(to);
  const names = readdirSync(from).filter((name) => name !== SCOPE);
  for (const name of names) symlinkSync(join(from, name), join(to, name));
  const ours = join(from, SCOPE);
  if (!existsSync(ours)) return;
  // Their links are relative, so they lead into the copy.
  cpSync(ours, join(to, SCOPE), { recursive: true, verbatimSymlinks: true });
}
