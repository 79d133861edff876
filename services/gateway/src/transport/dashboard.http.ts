import { AppError } from '@entrada/platform/errors/app-error';
import type { Request, RequestHandler, Response, Router } from 'express';
import { methodNotAllowed, notFound } from './http/errors.ts';
import { type BuiltFile, builtDashboard } from './pages/built-dashboard.ts';

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
