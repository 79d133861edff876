import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Say } from '../../../packages/launcher/src/provision/tools.ts';
import { type BuiltImage, buildImage } from './build-image.ts';
import { runCommand } from './command.ts';
import type { Cluster } from './find-cluster.ts';

const ROOT = join(import.meta.dirname, '../../..');

export type EarlierVersion = BuiltImage & { readonly chart: string };

type Context = { readonly say: Say; readonly signal: AbortSignal };

/** The commit before this one with its image and chart; null where there is none, or no way to load its image. */
export async function provideEarlierVersion(
  cluster: Cluster,
  { say, signal }: Context,
): Promise<EarlierVersion | null> {
  const commit = await runCommand('git', ['-C', ROOT, 'rev-parse', '--verify', 'HEAD~1']).catch(
    () => '',
  );
  if (commit === '' || cluster.kind === 'other' || process.env.IMAGE) {
    say('No upgrade is tried: it needs a commit before this one, and a cluster that takes images.');
    return null;
  }
  await using making = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'entrada-earlier-'));
  making.defer(() => rmSync(folder, { recursive: true, force: true }));
  const [archive, source] = [join(folder, 'source.tar'), join(folder, 'source')];
  mkdirSync(source);
  await runCommand('git', ['-C', ROOT, 'archive', '-o', archive, commit.trim()], { signal });
  await runCommand('tar', ['-x', '-f', archive, '-C', source], { signal });
  say(`Building the image of the commit before, ${commit.slice(0, 8)}...`);
  const built = making.use(
    await buildImage(cluster, { source, tag: 'test-earlier' }, { say, signal }),
  );
  const made = making.move();
  return {
    ...built,
    chart: join(source, 'deploy/helm/entrada'),
    [Symbol.asyncDispose]: () => made.disposeAsync(),
  };
}
