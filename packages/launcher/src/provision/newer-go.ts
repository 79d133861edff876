import { execFile } from 'node:child_process';
import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, fillOnce } from './cache-folder.ts';
import { pythonProgram } from './python-program.ts';
import { fetching, GO, installMissing, isOnPath, requireTools, type Say } from './tools.ts';

/** What the tests build needs this one, or a later one; that of Debian may be older. */
export const VERSION = '1.26.8';
const MINOR_MIN = 25;
const DOWNLOAD_WAIT_MAX_MS = 300_000;
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
const RUNNABLE = 0o755;

const run = promisify(execFile);

/** Installs Go where it may; where it is too old, puts a newer one first on the path of this process. */
export async function provideGo(say: Say): Promise<void> {
  await installMissing([GO], say);
  if (!isOnPath(GO.command) || (await minorVersion()) >= MINOR_MIN) return;
  const folder = cacheFolder(`go-${VERSION}`);
  const platform = `${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`;
  // Go publishes its own releases as modules, so that also an old one can fetch them.
  const module = `golang.org/toolchain@v0.0.1-go${VERSION}.${platform}`;
  await fillOnce(folder, async (unfinished) => {
    say(`Downloading Go ${VERSION} into ${folder}, because the one on the path is older (once)...`);
    await download(module, unfinished);
  });
  const folders = [join(folder, module, 'bin'), process.env.PATH ?? ''];
  process.env.PATH = folders.join(delimiter);
}

async function minorVersion(): Promise<number> {
  const { stdout } = await run(GO.command, ['version']);
  return Number(/go1\.(\d+)/.exec(stdout)?.[1] ?? 0);
}

async function download(module: string, folder: string): Promise<void> {
  const env = { ...process.env, GOMODCACHE: folder, GOFLAGS: '-modcacherw' };
  const failure = `Go is older than 1.${MINOR_MIN}, and a newer one could not be downloaded`;
  const options = { cwd: folder, env, timeout: DOWNLOAD_WAIT_MAX_MS };
  await fetching(failure, GO.command, ['mod', 'download', module], options);
  rmSync(join(folder, 'cache'), { recursive: true, force: true });
  // A module has no programs, as far as its files' rights go.
  for (const part of ['bin', 'pkg/tool']) makeRunnable(join(folder, module, part));
}

function makeRunnable(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), RUNNABLE);
  }
}

const INSTALL_WAIT_MAX_MS = 900_000;

export type GoProgram = {
  /** The last part of its package, too. */
  readonly name: string;
  readonly package: string;
  readonly version: string;
};

export function goProgramFolder({ name, version }: GoProgram): string {
  return cacheFolder(`${name}-${version}`);
}

/** The program, which Go builds once; its own go.sum pins what it is built from. */
export async function goProgram(program: GoProgram, say: Say): Promise<string> {
  const title = `${program.name} ${program.version}`;
  const folder = goProgramFolder(program);
  await provideGo(say);
  requireTools([GO], title);
  await fillOnce(folder, async (unfinished) => {
    say(`Building ${title} with go into ${folder} (once, some minutes)...`);
    const args = ['install', `${program.package}@${program.version}`];
    const env = { ...process.env, GOBIN: unfinished };
    const options = { env, timeout: INSTALL_WAIT_MAX_MS };
    await fetching(`go could not build ${program.name}`, GO.command, args, options);
  });
  return join(folder, program.name);
}

const PYTHON_GENERATOR = {
  name: 'openapi-python-client',
  version: '0.29.1',
  script: 'openapi-python-client',
} as const;
const GO_GENERATOR = {
  name: 'oapi-codegen',
  package: 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen',
  version: 'v2.8.1',
} as const;

export function pythonClientGenerator(say: Say) {
  return pythonProgram(PYTHON_GENERATOR, say);
}

export function goClientGenerator(say: Say): Promise<string> {
  return goProgram(GO_GENERATOR, say);
}
