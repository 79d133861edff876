import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { cacheFolder, fillOnce } from './cache-folder.ts';
import { isOnPath } from './tools.ts';

/** The programs of a cluster for one machine, where it lies beside the project: one file that is what it is called. */
const NEIGHBOUR = join(import.meta.dirname, '../../../shared/tools/cluster/kube.xz');
const EXECUTABLE = 0o755;

/** The command that runs Helm; null where there is none. */
export async function findHelm(): Promise<string | null> {
  if (isOnPath('helm')) return 'helm';
  if (!existsSync(NEIGHBOUR) || !isOnPath('xz')) return null;
  const folder = cacheFolder(`helm-${statSync(NEIGHBOUR).size}`);
  await fillOnce(folder, async (unfinished) => {
    const unpack = spawn('xz', ['-dc', NEIGHBOUR], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(unpack, 'exit');
    await pipeline(
      unpack.stdout,
      createWriteStream(join(unfinished, 'helm'), { mode: EXECUTABLE }),
    );
    const [code] = await ended;
    if (code !== 0) throw new Error(`xz ended with ${code}`);
  });
  return join(folder, 'helm');
}
