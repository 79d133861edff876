import { join } from 'node:path';
import { cacheFolder, fillOnce } from '../../launcher/src/provision/cache-folder.ts';
import { fetching, type Say } from '../../launcher/src/provision/tools.ts';

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
    const args = ['install', '--prefix', unfinished, '--no-audit', '--no-fund', ...wanted];
    const failure = `npm could not fetch ${wanted.join(', ')}`;
    await fetching(failure, 'npm', args, { timeout: INSTALL_WAIT_MAX_MS });
  });
  const program = (name: Runtime) => join(folder, 'node_modules/.bin', name);
  return { bun: program('bun'), deno: program('deno'), node: program('node') };
}
