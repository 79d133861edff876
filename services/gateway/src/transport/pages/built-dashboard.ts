import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../../../../web/dashboard/dist');
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export type BuiltFile = {
  readonly type: string;
  readonly plain: Buffer;
  /** Compressed when it was built. */
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
};

/**
 * The files of `npm run build:web` by their path below /dashboard, kept in memory: about 1 MB, and no
 * request can name a file outside. Empty when the dashboard is not built.
 */
export function builtDashboard(): ReadonlyMap<string, BuiltFile> {
  if (!existsSync(FOLDER)) return new Map();
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  const served = names.filter(
    (name) => TYPES[extname(name)] && statSync(join(FOLDER, name)).isFile(),
  );
  return new Map(served.map((name) => [`/${name}`, fileOf(join(FOLDER, name))]));
}

function fileOf(path: string): BuiltFile {
  const compressed = (end: string) =>
    existsSync(path + end) ? readFileSync(path + end) : undefined;
  return {
    type: TYPES[extname(path)] ?? '',
    plain: readFileSync(path),
    br: compressed('.br'),
    gzip: compressed('.gz'),
  };
}
