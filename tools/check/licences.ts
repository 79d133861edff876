/** The licences that a dependency may have, in the words of its manifest. A new one is a decision: add it here. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Unlicense',
  'Python-2.0',
]);
/** Of tools only: no part of them is in what we ship. */
const ALLOWED_FOR_TOOLS = new Set([...ALLOWED, 'MPL-2.0', 'CC-BY-4.0', 'CC0-1.0']);
/** Name their licence in a field that the lock file leaves out. */
const STATED_ELSEWHERE: Readonly<Record<string, string>> = {
  buildcheck: 'MIT',
  'cpu-features': 'MIT',
  ssh2: 'MIT',
};

type LockEntry = {
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly integrity?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
};
export type Lock = { readonly packages: Readonly<Record<string, LockEntry>> };

/** Dependencies with a licence that is not allowed, one line each. */
export function refusedLicences({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, { license, dev = false, link }]) => {
    const at = path.lastIndexOf('node_modules/');
    if (at < 0 || link) return [];
    const name = path.slice(at + 'node_modules/'.length);
    const stated = license ?? STATED_ELSEWHERE[name] ?? 'none stated';
    return isAllowed(stated, dev) ? [] : [`${name}: ${stated}`];
  });
}

/**
 * Dependencies that npm would install without comparing their content with a hash. Binaries of tools for machines on which
 * we neither build nor test may have none: not every registry has them.
 */
export function unverified({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, { link, integrity, dev, optional, ...for_ }]) => {
    const { os = ['linux'], cpu = ['x64'] } = for_;
    const isOurs = os.includes('linux') && ['x64', 'arm64'].some((ours) => cpu.includes(ours));
    const mayBeAbsent = dev && optional && !isOurs;
    return !path.includes('node_modules/') || link || integrity || mayBeAbsent ? [] : [path];
  });
}

/** Of a choice one must be allowed, of a combination all. */
function isAllowed(expression: string, isTool: boolean): boolean {
  const allowed = isTool ? ALLOWED_FOR_TOOLS : ALLOWED;
  const plain = expression.replaceAll(/[()]/g, '');
  return plain.split(' OR ').some((choice) => {
    return choice.split(' AND ').every((licence) => allowed.has(licence.trim()));
  });
}
