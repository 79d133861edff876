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

type Locked = { readonly license?: string; readonly dev?: boolean; readonly link?: boolean };
export type Lock = { readonly packages: Readonly<Record<string, Locked>> };

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

/** Of a choice one must be allowed, of a combination all. */
function isAllowed(expression: string, isTool: boolean): boolean {
  const allowed = isTool ? ALLOWED_FOR_TOOLS : ALLOWED;
  const plain = expression.replaceAll(/[()]/g, '');
  return plain.split(' OR ').some((choice) => {
    return choice.split(' AND ').every((licence) => allowed.has(licence.trim()));
  });
}
