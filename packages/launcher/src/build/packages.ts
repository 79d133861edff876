/** npm run build:packages: builds the client and the command line as packages, which the gateway serves. */
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cp, mkdir, mkdtempDisposable, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { readCommandLine } from '../command-line.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const SERVED = join(ROOT, 'services/gateway/dist/packages');
const SOURCES = [
  'package-lock.json',
  'packages/{client,cli,command-line,receiver-check}/{package.json,README.md,src/**/*.ts}',
  'packages/client/tsconfig.build.json',
];
const ABOUT =
  'Builds the client (with its types) and the command line as JavaScript for Node 20 and newer into services/gateway/dist/packages, when their sources have changed. The gateway serves both at /packages. npm start and npm test do this by themselves.';
/** The first that has all that both use: AbortSignal.any and Ed25519 in WebCrypto. */
const NODE_MIN = '>=20.3';
const STEP_MAX_MS = 120_000;

const run = (program: string, args: readonly string[]) =>
  promisify(execFile)(program, args, { cwd: ROOT, timeout: STEP_MAX_MS });

/** Whether a file is as new as every source. */
export function isBuilt(file: string, sources: readonly string[]): boolean {
  if (!existsSync(file)) return false;
  const builtAt = statSync(file).mtimeMs;
  return globSync(sources, { cwd: ROOT }).every(
    (source) => statSync(join(ROOT, source)).mtimeMs <= builtAt,
  );
}

export async function buildPackages(say: (line: string) => void): Promise<void> {
  const served = ['client', 'cli'].map((name) => join(SERVED, `entrada-${name}.tgz`));
  if (served.every((file) => isBuilt(file, SOURCES))) return;
  say('Building the client and the command line...');
  await using folder = await mkdtempDisposable(join(tmpdir(), 'entrada-packages-'));
  await buildClient(join(folder.path, 'client'));
  await buildCommandLine(join(folder.path, 'cli'));
  await mkdir(SERVED, { recursive: true });
  for (const name of ['client', 'cli']) await pack(join(folder.path, name), name);
}

async function buildClient(folder: string): Promise<void> {
  const config = join(ROOT, 'packages/client/tsconfig.build.json');
  await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', config, '--outDir', folder]);
  for (const file of globSync('**/*.d.ts', { cwd: folder })) pointAtBuilt(join(folder, file));
  await complete(folder, 'client', {
    description: 'Client of the Entrada API',
    exports: { '.': { types: './entry.d.ts', default: './entry.js' } },
    types: './entry.d.ts',
    files: ['**/*.js', '**/*.d.ts'],
    sideEffects: false,
  });
}

/** tsc renames the imports of the code, but not those of the types. */
function pointAtBuilt(file: string): void {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/(from |import\()(['"])(\.[^'"]+)\.ts\2/g, '$1$2$3.js$2'));
}

/** One file with everything that it imports. */
async function buildCommandLine(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: join(ROOT, 'packages/cli'),
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: 'src/main.ts',
      outDir: join(folder, 'bin'),
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'entrada.js' } },
    },
  });
  await complete(folder, 'cli', {
    description: 'Command line of the Entrada API',
    bin: { entrada: './bin/entrada.js' },
    files: ['bin'],
  });
}

async function complete(folder: string, name: string, own: object): Promise<void> {
  const source = join(ROOT, 'packages', name);
  const { license, version, ...others } = JSON.parse(
    readFileSync(join(source, 'package.json'), 'utf8'),
  );
  const common = { version, license, private: true, type: 'module', engines: { node: NODE_MIN } };
  const manifest = { name: others.name, ...common, ...own };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await cp(join(source, 'README.md'), join(folder, 'README.md'));
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
}

/** Under a name without the version, so that a line of the documentation stays true. */
async function pack(folder: string, name: string): Promise<void> {
  const { stdout } = await run('npm', ['pack', folder, '--json', '--pack-destination', SERVED]);
  const [{ filename }] = JSON.parse(stdout);
  await rename(join(SERVED, filename), join(SERVED, `entrada-${name}.tgz`));
}

if (import.meta.main) {
  readCommandLine('npm run build:packages', ABOUT);
  await buildPackages(console.log);
  console.log('The client and the command line are built in services/gateway/dist/packages.');
}
