import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  lutimesSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import {
  installMissing,
  isOnPath,
  type Say,
  type Tool,
  Unavailable,
} from '../../../packages/launcher/src/provision/tools.ts';
import { type CommandOptions, runCommand } from './command.ts';
import type { Cluster } from './find-cluster.ts';

const BUILD_WAIT_MAX_MS = 900_000;
const LOAD_WAIT_MAX_MS = 300_000;
const ROOT = `${join(import.meta.dirname, '../../..')}/`;
const NODE = join(ROOT, 'node_modules/node/bin/node');
/** What git ignores, and git's own. */
const NOT_SOURCE = new Set(['.git', 'node_modules', 'dist', '.data', '.cache', 'coverage']);
/** The right of the owner to run a file or to enter a folder. */
const RUNNABLE = 0o100;
const REPOSITORY = 'localhost/entrada';
const BUILDAH: Tool = { command: 'buildah', debianPackage: 'buildah', brewPackage: 'buildah' };

export type Image = { readonly repository: string; readonly tag: string };

type Context = { readonly say: Say; readonly signal: AbortSignal };
type Target = 'live' | 'sandbox';
type Build = { readonly source: string; readonly target: Target; readonly reference: string };
type Builder = {
  build(what: Build): Promise<void>;
  /** Writes an image that it has built to a file. */
  save(reference: string, archive: string): Promise<void>;
};

/** An image outside the cluster. */
export type BuiltImage = AsyncDisposable & {
  readonly image: Image;
  /** Brings it into the cluster. */
  load(signal: AbortSignal): Promise<void>;
};

/** Builds the image and brings it into the cluster; or takes the one that IMAGE names, which the cluster can pull. */
export async function provideImage(cluster: Cluster, context: Context): Promise<Image> {
  const image = thisImage();
  if (process.env.IMAGE) return image;
  await using built = await buildImage(cluster, { source: ROOT, tag: image.tag }, context);
  await built.load(context.signal);
  return image;
}

/** The name of what provideImage provides. */
export function thisImage(): Image {
  const given = process.env.IMAGE;
  return given ? parseReference(given) : { repository: REPOSITORY, tag: 'test' };
}

/** Builds the image of a working tree. */
export async function buildImage(
  cluster: Cluster,
  { source, tag }: { readonly source: string; readonly tag: string },
  { say, signal }: Context,
): Promise<BuiltImage> {
  if (cluster.kind === 'other') {
    throw new Unavailable(
      `An image cannot be loaded into ${cluster.name} from here: push one and name it in IMAGE, for instance IMAGE=host/entrada:1 npm run test:cluster`,
    );
  }
  await using building = new AsyncDisposableStack();
  const folder = building.use(openFolder());
  const [copy, archive] = [join(folder.path, 'source'), join(folder.path, 'image.tar')];
  copySource(source, copy);
  const builder = await openBuilder(cluster, { say, signal });
  const reference = `${REPOSITORY}:${tag}`;
  // The clusters of tests pay at the sandbox bank.
  await builder.build({ source: copy, target: 'sandbox', reference });
  await builder.save(reference, archive);
  const built = building.move();
  return {
    image: { repository: REPOSITORY, tag },
    async load(signal) {
      say('Loading the image into the cluster...');
      await load(cluster, archive, { signal, timeoutMs: LOAD_WAIT_MAX_MS });
      rmSync(archive);
    },
    [Symbol.asyncDispose]: () => built.disposeAsync(),
  };
}

/** Builds the image for live mode of this working tree, which no cluster of tests runs. */
export async function buildLiveImage(cluster: Cluster, context: Context): Promise<void> {
  using folder = openFolder();
  const source = join(folder.path, 'source');
  copySource(ROOT, source);
  const builder = await openBuilder(cluster, context);
  await builder.build({ source, target: 'live', reference: `${REPOSITORY}:test-live` });
}

function openFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'entrada-image-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * All files with one time and the rights that git knows: buildah takes a layer again only when those of its files
 * are the same too, and two versions mostly have the same dependencies.
 */
function copySource(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => !NOT_SOURCE.has(basename(path)) });
  for (const name of readdirSync(to, { recursive: true, encoding: 'utf8' })) {
    const path = join(to, name);
    const found = lstatSync(path);
    if (!found.isSymbolicLink()) chmodSync(path, found.mode & RUNNABLE ? 0o755 : 0o644);
    lutimesSync(path, 0, 0);
  }
}

function parseReference(reference: string): Image {
  const [, repository, tag] = /^(.+):([\w.-]+)$/.exec(reference) ?? [];
  if (repository && tag) return { repository, tag };
  throw new Unavailable(`IMAGE must be a name and a tag, such as host/entrada:1, not ${reference}`);
}

async function dockerAnswers(): Promise<boolean> {
  if (!isOnPath('docker')) return false;
  return runCommand('docker', ['info']).then(
    () => true,
    () => false,
  );
}

async function openBuilder(cluster: Cluster, context: Context): Promise<Builder> {
  return (await dockerAnswers()) ? dockerBuilder(context) : buildahBuilder(cluster, context);
}

function dockerBuilder({ signal }: Context): Builder {
  const options = { signal, timeoutMs: BUILD_WAIT_MAX_MS };
  const env = { ...process.env, DOCKER_BUILDKIT: '1' };
  const from = process.env.BASE ? ['--build-arg', `BASE=${process.env.BASE}`] : [];
  return {
    async build({ source, target, reference }) {
      const args = ['build', '--target', target, ...from, '-t', reference, source];
      await runCommand('docker', args, { ...options, env });
    },
    async save(reference, archive) {
      await runCommand('docker', ['save', '-o', archive, reference], options);
    },
  };
}

async function buildahBuilder(cluster: Cluster, { say, signal }: Context): Promise<Builder> {
  // Making the base also installs buildah.
  const base = await baseImage(cluster, { say, signal });
  await installMissing([BUILDAH], say);
  if (!isOnPath(BUILDAH.command)) {
    throw new Unavailable(
      'Building the image needs a Docker engine that runs, or buildah. Enable it with: apt-get install -y buildah',
    );
  }
  const options = { signal, timeoutMs: BUILD_WAIT_MAX_MS };
  const from = base ? ['--pull-never', '--build-arg', `BASE=${base}`] : [];
  // Without a daemon and without a container runtime, which may not be allowed here.
  const how = ['--isolation', 'chroot', '--layers', '--jobs', '2'];
  return {
    async build({ source, target, reference }) {
      const args = ['bud', '--target', target, ...how, ...from, '-t', reference, source];
      await runCommand(BUILDAH.command, args, options);
    },
    async save(reference, archive) {
      const args = ['push', '--quiet', reference, `docker-archive:${archive}:${reference}`];
      await runCommand(BUILDAH.command, args, options);
    },
  };
}

/** Where no image can be pulled, a base of the same shape is made of Debian and the pinned Node. */
async function baseImage(cluster: Cluster, { say, signal }: Context): Promise<string | undefined> {
  const given = process.env.BASE;
  const maker = join(cluster.tools, 'base-image');
  if (given || !existsSync(maker)) return given;
  const base = `localhost/node:${process.versions.node}-slim`;
  if (await isBuilt(base)) return base;
  say('Making a base image of Debian and the pinned Node (about 40 s, once)...');
  await runCommand(maker, [NODE, base], {
    signal,
    timeoutMs: BUILD_WAIT_MAX_MS,
    env: machineEnvironment(),
  });
  return base;
}

/** As before `npm run`: with its variables and the pinned Node first, npm takes our folder for its own home. */
function machineEnvironment(): NodeJS.ProcessEnv {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const PATH = folders.filter((folder) => !folder.includes('node_modules')).join(delimiter);
  const others = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  return { ...Object.fromEntries(others), PATH };
}

function isBuilt(image: string): Promise<boolean> {
  return runCommand(BUILDAH.command, ['inspect', '--type', 'image', image]).then(
    () => true,
    () => false,
  );
}

async function load(cluster: Cluster, archive: string, options: CommandOptions): Promise<void> {
  const name = cluster.name.replace(/^(kind|k3d)-/, '');
  switch (cluster.kind) {
    case 'neighbour':
      await runCommand(join(cluster.tools, 'cluster'), ['load', archive], options);
      return;
    case 'kind':
      await runCommand('kind', ['load', 'image-archive', archive, '--name', name], options);
      return;
    case 'k3d':
      await runCommand('k3d', ['image', 'import', archive, '--cluster', name], options);
      return;
    case 'other':
      throw new Unavailable(`An image cannot be loaded into ${cluster.name} from here.`);
  }
}
