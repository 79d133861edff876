import type { Request } from 'express';
import { openApiDocument } from '../openapi/document.ts';
import { noFields } from '../requests/webhooks.ts';
import { parse } from './parse.ts';

const API = '/api/';

type Operation = { readonly parameters?: readonly { readonly in: string }[] };

/** The documented calls that have parameters in their query, as `GET /api/deposit/:paymentLinkId`. */
export function callsWithQuery(): ReadonlySet<string> {
  const { paths } = openApiDocument('http://localhost');
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>)
      .filter(([, { parameters = [] }]) => parameters.some((one) => one.in === 'query'))
      .map(([method]) => callOf(method, path.replace(/\{(\w+)\}/g, ':$1'))),
  );
  return new Set(calls);
}

/**
 * A misspelt parameter must not be ignored. Calls that have parameters check them themselves. Pages are not
 * calls: links to them gain parameters of others on their way.
 */
export function refuseUnknownQuery(request: Request, queried: ReadonlySet<string>): void {
  if (!request.url.includes('?')) return;
  const path = String(request.route?.path);
  if (!path.startsWith(API) || queried.has(callOf(request.method, path))) return;
  parse(noFields, request.query);
}

function callOf(method: string, path: string): string {
  const name = method.toUpperCase();
  return `${name === 'HEAD' ? 'GET' : name} ${path}`;
}
