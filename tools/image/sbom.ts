/** Prints what the image contains, in CycloneDX: every package of the lock file that is installed, with its hash and licence. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type LockEntry = {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
};
type Lock = {
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, LockEntry>>;
};

const FOLDER = 'node_modules/';
const ROOT = join(import.meta.dirname, '../..');

/** The same for the same installation: it names no time and no run. */
export function sbomOf(lock: Lock, isInstalled: (folder: string) => boolean) {
  const installed = Object.entries(lock.packages).filter(
    ([folder, { version, link }]) =>
      folder.includes(FOLDER) && version && !link && isInstalled(folder),
  );
  const components = installed.map(([folder, locked]) => componentOf(nameIn(folder), locked));
  const byReference = new Map(components.map((component) => [component['bom-ref'], component]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: componentOf(lock.name, { version: lock.version }, 'application') },
    components: [...byReference.values()],
  };
}

function nameIn(folder: string): string {
  return folder.slice(folder.lastIndexOf(FOLDER) + FOLDER.length);
}

function componentOf(name: string, { version, integrity, license }: LockEntry, type = 'library') {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type,
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(license && { licenses: [{ license: { name: license } }] }),
    ...(integrity && { hashes: [hashOf(integrity)] }),
  };
}

/** npm writes sha512-<base64>. */
function hashOf(integrity: string) {
  const [algorithm = '', digest = ''] = integrity.split('-');
  const alg = algorithm.toUpperCase().replace('SHA', 'SHA-');
  return { alg, content: Buffer.from(digest, 'base64').toString('hex') };
}

if (import.meta.main) {
  const lock: Lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const sbom = sbomOf(lock, (folder) => existsSync(join(ROOT, folder, 'package.json')));
  process.stdout.write(`${JSON.stringify(sbom, null, 1)}\n`);
}
