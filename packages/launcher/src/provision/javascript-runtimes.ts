import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, fillOnce } from './cache-folder.ts';
import { type Say, Unavailable } from './tools.ts';

/** Those that the client must run in, besides the Node of the project; Node in the oldest version that it names. */
const PACKAGES = { bun: 'bun@1.4.4', deno: 'deno@2.9.6', node: 'node@20.3.0' } as const;
const INSTALL_WAIT_MAX_MS = 300_000;

export type Runtime = keyof typeof PACKAGES;

/** The programs, from packages that are fetched once. */
export async function javascriptRuntimes(say: Say): Promise<Readonly<Record<Runtime, string>>> {
  const wanted = Object.values(PACKAGES);
  const folder = cacheFolder(wanted.join('-').replaceAll('@', '-'));
  await fillOnce(folder, async (unfinished) => {
    say(`Installing ${wanted.join(', ')} with npm into ${folder} (once, a minute)...`);
    await install(unfinished, wanted);
  });
  const program = (name: Runtime) => join(folder, 'node_modules/.bin', name);
  return { bun: program('bun'), deno: program('deno'), node: program('node') };
}

async function install(folder: string, wanted: readonly string[]): Promise<void> {
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', ...wanted];
  try {
    await promisify(execFile)('npm', args, { timeout: INSTALL_WAIT_MAX_MS });
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new Unavailable(
      `npm could not fetch ${wanted.join(', ')}: ${stderr?.trim() || message}\nOnce the network lets it, enable it with: npm test`,
      { cause: error },
    );
  }
}
