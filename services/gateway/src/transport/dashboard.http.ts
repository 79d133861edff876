import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { AppError } from '@entrada/platform/errors/app-error';
import type { Request, RequestHandler, Response, Router } from 'express';
import { methodNotAllowed, notFound } from './http/errors.ts';

/** Names of assets contain a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const ENCODINGS = ['br', 'gzip'] as const;

/** The dashboard: its files, and its one page at every other path, where it finds the way itself. */
export function dashboardRoutes(router: Router): void {
  const files = builtDashboard();
  const page = files.get('/index.html');
  const serve: RequestHandler = (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(request, response, next);
    const file = files.get(request.path);
    const isAsset = request.path.startsWith('/assets/');
    if (file) return send(request, response, file, isAsset);
    if (isAsset || !request.accepts('html')) return notFound(request, response, next);
    if (!page) throw new AppError('NOT_FOUND', 'Dashboard is not built: npm run build:web');
    send(request, response, page, false);
  };
  router.use('/dashboard', serve);
}

const refuse = methodNotAllowed('GET');

function send(request: Request, response: Response, file: BuiltFile, isAsset: boolean): void {
  response.setHeader('Content-Type', file.type);
  response.setHeader('Vary', 'Accept-Encoding');
  if (isAsset) response.setHeader('Cache-Control', IMMUTABLE);
  const encoding = ENCODINGS.find((name) => file[name] && request.acceptsEncodings(name));
  if (encoding) response.setHeader('Content-Encoding', encoding);
  const body = (encoding && file[encoding]) ?? file.plain;
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}

const FOLDER = join(import.meta.dirname, '../../../../web/dashboard/dist');
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

type BuiltFile = {
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
function builtDashboard(): ReadonlyMap<string, BuiltFile> {
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
