import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { cacheFolder, fillOnce } from './cache-folder.ts';
import { goProgram, goProgramFolder } from './newer-go.ts';
import { isOnPath, type Say, Unavailable } from './tools.ts';

/** The programs of a cluster for one machine, where it lies beside the project: one file that is what it is called. */
const NEIGHBOUR = join(import.meta.dirname, '../../../../../shared/tools/cluster/kube.xz');
const EXECUTABLE = 0o755;
const HELM = { name: 'helm', package: 'helm.sh/helm/v4/cmd/helm', version: 'v4.0.4' } as const;

/** Builds one where there is none. Where that is impossible, tests of the chart are skipped. */
export async function provideHelm(say: Say): Promise<void> {
  if (await findHelm()) return;
  try {
    await goProgram(HELM, say);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    say(`MISSING: helm. ${error.message}`);
  }
}

/** The command that runs Helm; null where there is none. */
export async function findHelm(): Promise<string | null> {
  if (isOnPath('helm')) return 'helm';
  const built = join(goProgramFolder(HELM), HELM.name);
  if (existsSync(built)) return built;
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
