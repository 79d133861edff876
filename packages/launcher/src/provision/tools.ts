import { type ExecFileOptions, execFile, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const APT_WAIT_MAX_MS = 300_000;
const SERVICE_POLICY = '/usr/sbin/policy-rc.d';

export type Say = (sentence: string) => void;
export type Tool = {
  readonly command: string;
  readonly debianPackage: string;
  /** Where it has another name. */
  readonly brewPackage?: string;
  /** Where being on the path is not enough. */
  readonly works?: () => boolean;
};

export const REDIS_SERVER: Tool = {
  command: 'redis-server',
  debianPackage: 'redis-server',
  brewPackage: 'redis',
};
export const JAVA: Tool = {
  command: 'java',
  debianPackage: 'default-jre-headless',
  brewPackage: 'openjdk',
};
export const MAVEN: Tool = { command: 'mvn', debianPackage: 'maven' };
/** Debian ships Python without what makes virtual environments. */
export const PYTHON: Tool = {
  command: 'python3',
  debianPackage: 'python3-venv',
  brewPackage: 'python',
  works: () => spawnSync('python3', ['-c', 'import ensurepip, venv']).status === 0,
};

/** For the samples of the documentation. */
export const PLAIN_PYTHON: Tool = { command: 'python3', debianPackage: 'python3' };
export const GO: Tool = { command: 'go', debianPackage: 'golang-go', brewPackage: 'go' };
export const PHP: Tool = { command: 'php', debianPackage: 'php-cli', brewPackage: 'php' };
/** Ruby 3 has WEBrick as a gem, which Debian installs with it. */
export const RUBY: Tool = {
  command: 'ruby',
  debianPackage: 'ruby',
  works: () => spawnSync('ruby', ['-e', 'require "webrick"']).status === 0,
};

/** For pages in a real browser. */
export const CHROMIUM: Tool = { command: 'chromium', debianPackage: 'chromium' };
/** The same engine without windows: a page in it costs a fifth of the processor time. */
export const HEADLESS_CHROMIUM: Tool = {
  command: 'chromium-headless-shell',
  debianPackage: 'chromium-headless-shell',
};

/** Checks the rules of alerts and tests them. */
export const PROMTOOL: Tool = { command: 'promtool', debianPackage: 'prometheus' };

/** A server that this machine cannot run as it is; the message ends with the command that would change that. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

type Fetching = Pick<ExecFileOptions, 'cwd' | 'env'> & { readonly timeout: number };

/** Runs what fetches or builds something for the tests. `failure` says what could not be done. */
export async function fetching(
  failure: string,
  program: string,
  args: readonly string[],
  options: Fetching,
): Promise<void> {
  try {
    await promisify(execFile)(program, args, options);
  } catch (error) {
    const { stderr, stdout, message } = error as Partial<Record<'stderr' | 'stdout', string>> &
      Error;
    const why = stderr?.trim() || stdout?.trim() || message;
    const next = 'Once the network lets it, enable it with: npm test';
    throw new Unavailable(`${failure}: ${why}\n${next}`, { cause: error });
  }
}

function isThere({ command, works }: Tool): boolean {
  return isOnPath(command) && (works?.() ?? true);
}

export function isOnPath(command: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

export function requireTools(tools: readonly Tool[], why: string): void {
  const missing = tools.filter((tool) => !isThere(tool));
  if (missing.length === 0) return;
  const commands = missing.map((tool) => tool.command).join(' and ');
  const lack = missing.some((tool) => isOnPath(tool.command)) ? 'incomplete' : 'not found';
  throw new Unavailable(
    `${why} needs ${commands}, ${lack} on the path. Enable it with: ${installCommand(missing)}`,
  );
}

export function installCommand(tools: readonly Tool[]): string {
  if (process.platform === 'darwin') {
    return `brew install ${tools.map((tool) => tool.brewPackage ?? tool.debianPackage).join(' ')}`;
  }
  const packages = tools.map((tool) => tool.debianPackage).join(' ');
  return `${process.getuid?.() === 0 ? '' : 'sudo '}apt-get install -y ${packages}`;
}

/** Installs what is missing when it may: as root on a Debian. Elsewhere it changes nothing. */
export function installMissing(tools: readonly Tool[], say: Say): Promise<void> {
  lastInstalled = lastInstalled.then(() => install(tools, say));
  return lastInstalled;
}

/** apt-get does one thing at a time. */
let lastInstalled = Promise.resolve();

async function install(tools: readonly Tool[], say: Say): Promise<void> {
  const packages = tools.filter((tool) => !isThere(tool)).map((tool) => tool.debianPackage);
  if (packages.length === 0 || process.getuid?.() !== 0 || !isOnPath('apt-get')) return;
  say(`Installing ${packages.join(', ')} with apt-get, because this machine lacks it...`);
  await withoutStartingServices(async () => {
    const install = ['install', '-y', '-q', '--no-install-recommends', ...packages];
    // The package lists may be absent or too old to find anything: fetched only when needed.
    await apt(install).catch(async () => {
      await apt(['update', '-q']);
      await apt(install);
    });
  }).catch((error: Error) => say(`apt-get could not install them: ${lastLine(error)}`));
  for (const name of packages.filter(isService)) disableService(name);
}

async function apt(args: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await promisify(execFile)('apt-get', [...args, '-o', 'DPkg::Lock::Timeout=120'], {
    env,
    timeout: APT_WAIT_MAX_MS,
    maxBuffer: 16 * 1024 * 1024,
  });
}

/** Debian starts a service as soon as it is installed, unless this file forbids it. */
async function withoutStartingServices(install: () => Promise<void>): Promise<void> {
  const forbid = !existsSync(SERVICE_POLICY);
  if (forbid) writeFileSync(SERVICE_POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await install();
  } finally {
    if (forbid) rmSync(SERVICE_POLICY, { force: true });
  }
}

function isService(debianPackage: string): boolean {
  return [REDIS_SERVER.debianPackage, PROMTOOL.debianPackage].includes(debianPackage);
}

/** We installed the program for the tests; the machine's owner did not ask for a service at every boot. */
function disableService(name: string): void {
  if (existsSync('/run/systemd/system')) spawnSync('systemctl', ['disable', '--now', name]);
}

function lastLine(error: Error): string {
  return error.message.trim().split('\n').at(-1) ?? '';
}
