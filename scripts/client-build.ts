/** npm run build:client: builds packages/client as JavaScript, for those who cannot run TypeScript. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from './command-line.ts';

const ROOT = join(import.meta.dirname, '..');
const CLIENT = join(ROOT, 'packages/client');
const DIST = join(CLIENT, 'dist');
const ABOUT =
  'Builds the client as JavaScript with its types into packages/client/dist, a package of its own: npm pack ./packages/client/dist makes a file that npm install accepts.';
/** The first that has all that the client uses: AbortSignal.any and Ed25519 in WebCrypto. */
const NODE_MIN = '>=20.3';

export function buildClient(folder = DIST): void {
  rmSync(folder, { recursive: true, force: true });
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const config = join(CLIENT, 'tsconfig.build.json');
  execFileSync(tsc, ['-p', config, '--outDir', folder], { stdio: 'inherit' });
  for (const file of globSync('**/*.d.ts', { cwd: folder })) pointAtBuilt(join(folder, file));
  copyFileSync(join(CLIENT, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

/** tsc renames the imports of the code, but not those of the types. */
function pointAtBuilt(file: string): void {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/(from |import\()(['"])(\.[^'"]+)\.ts\2/g, '$1$2$3.js$2'));
}

function manifest(): object {
  const { name, version, license } = JSON.parse(readFileSync(join(CLIENT, 'package.json'), 'utf8'));
  return {
    name,
    version,
    description: 'Client of the Entrada API',
    license,
    private: true,
    type: 'module',
    exports: { '.': { types: './entry.d.ts', default: './entry.js' } },
    types: './entry.d.ts',
    files: ['**/*.js', '**/*.d.ts'],
    sideEffects: false,
    engines: { node: NODE_MIN },
  };
}

if (import.meta.main) {
  readCommandLine('npm run build:client', ABOUT);
  buildClient();
  console.log('The client is built in packages/client/dist.');
}
