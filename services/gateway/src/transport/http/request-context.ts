import { randomUUID } from 'node:crypto';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { httpServerMetrics } from '@entrada/platform/telemetry/http-metrics';
import type { Request, Response } from 'express';

const REQUEST_ID = /^[\w.-]{1,64}$/;
const QUERY_KEY = 'api_key';
/** Of the contract. It moves when something is added, and nothing that worked stops working. */
export const API_VERSION = '2026-11-15';

/** Gives each request an id, and says one line about it when it is over. */
export function requestContext(runtime: Runtime) {
  const observe = httpServerMetrics(runtime.metrics);
  return (request: Request, response: Response): void => {
    const started = performance.now();
    const asked = request.get('x-request-id') ?? '';
    const requestId = REQUEST_ID.test(asked) ? asked : randomUUID();
    response.locals.requestId = requestId;
    response.setHeader('X-Request-Id', requestId);
    response.on('close', () => {
      const ms = performance.now() - started;
      const route = routeOf(request);
      observe(request.method, route, response.statusCode, ms);
      logLine(runtime, request, response, { route, ms });
    });
  };
}

/** The route's pattern, never its path: a path may hold a secret and has no end of values. */
function routeOf(request: Request): string {
  const pattern: unknown = request.route?.path;
  const [first] = Array.isArray(pattern) ? pattern : [pattern];
  if (typeof first === 'string') return first;
  // Files have no route of their own, but a place where they are all kept.
  return request.baseUrl.toLowerCase() || 'unmatched';
}

type Facts = { readonly route: string; readonly ms: number };

function logLine({ log }: Runtime, { method }: Request, response: Response, facts: Facts): void {
  const { requestId, caller } = response.locals;
  const line = {
    event: 'request',
    method,
    route: facts.route,
    status: response.statusCode,
    request_id: requestId,
    account_id: caller?.accountId,
    key_id: caller?.keyId ?? undefined,
    duration_ms: Math.round(facts.ms * 10) / 10,
    outcome: response.writableFinished ? undefined : 'client_gone',
  };
  if (response.statusCode >= 500) log.warn(line, 'request');
  else log.info(line, 'request');
}

/** Takes the key out of the address before anything that comes later can repeat it. */
export function takeQueryKey(request: Request, response: Response): void {
  const [path = '', query] = splitOnce(request.url, '?');
  if (query === undefined) return;
  // Parsed before it is looked for: a client may encode any letter of the name.
  const params = new URLSearchParams(query);
  const key = params.get(QUERY_KEY);
  if (key !== null) {
    response.locals.queryKey = key;
    params.delete(QUERY_KEY);
    request.url = params.size > 0 ? `${path}?${params}` : path;
    request.originalUrl = request.url;
  }
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
