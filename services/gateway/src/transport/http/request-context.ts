import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { Requester } from '@entrada/platform/identity/requester';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { httpServerMetrics } from '@entrada/platform/telemetry/metrics';
import { openRequestSpan, type RequestSpan } from '@entrada/platform/telemetry/spans';
import type { Request, Response } from 'express';
import { type Caller, type PresentedKey, presentedKey } from '../../domain/caller.ts';
import type { SignedIn } from '../../ports.ts';

/** What is known about a request, and since when. */
type RequestContext = {
  /** From the beginning. */
  requestId: string;
  /** Read at once: a closed connection has no address. */
  clientIp: string;
  span: RequestSpan | null;
  queryKey?: string;
  /** Behind a guard. */
  caller?: Caller;
  session?: SignedIn;
  /** When the reply is an error. */
  errorReason?: string;
  /** For the log alone. */
  errorCause?: string;
};

/** The only cast: Express types `locals` as any. */
export function contextOf(response: Response): RequestContext {
  return response.locals as RequestContext;
}

/** Who sent the request. Routes without a guard for callers have none: asking there is a bug. */
export function callerOf(response: Response): Caller {
  const { caller } = contextOf(response);
  if (!caller) throw new Error('the route has no guard that identifies a caller');
  return caller;
}

/** Of the key or session that the request was made with. */
export function credentialOf(response: Response): string {
  const { caller, session } = contextOf(response);
  return caller?.keyId ?? session?.sessionId ?? '';
}

/** The API key that the request was sent with; null: none. */
export function presentedKeyOf(request: Request, response: Response): PresentedKey | null {
  return presentedKey({
    authorization: request.headers.authorization,
    xApiKey: request.get('x-api-key'),
    query: contextOf(response).queryKey,
  });
}

/** What is recorded of who sent the request. */
export function requesterOf(response: Response): Requester {
  const { caller, session, clientIp: ip, requestId } = contextOf(response);
  const keyId = caller?.keyId;
  if (keyId) return { keyId, ip, requestId };
  return session ? { sessionId: session.sessionId, ip, requestId } : { ip, requestId };
}

/** The dashboard session of the request, on routes that require one. */
export function sessionOf(response: Response): SignedIn {
  const { session } = contextOf(response);
  if (!session) throw new Error('the route has no guard that requires a session');
  return session;
}

/** The client hung up before there was a reply; the number that proxies use for it. */
const CLIENT_GONE = 499;
/** Of a client; one that looks like a secret of ours is replaced, so that no log repeats it. */
const REQUEST_ID = /^(?!.*(?:ent_(?:live|test)_|whsec_))[\w.-]{1,64}$/i;
const QUERY_KEY = 'api_key';
/** Version of the API contract. Additions change it; nothing that worked stops working. */
export const API_VERSION = '0.1.0';

/** Gives each request an id, and logs one line when it is over; at level debug for one of `ownRequestId`. */
export function requestContext(runtime: Runtime, ownRequestId?: string) {
  const observe = httpServerMetrics(runtime.metrics);
  return (request: Request, response: Response): void => {
    const started = performance.now();
    const asked = request.get('x-request-id') ?? '';
    const requestId = REQUEST_ID.test(asked) ? asked : randomUUID();
    const span = openRequestSpan(request.method, request.headers);
    Object.assign(contextOf(response), { requestId, clientIp: ipOf(request), span });
    response.setHeader('X-Request-Id', requestId);
    response.on('close', () => {
      const ms = performance.now() - started;
      const { errorReason: reason } = contextOf(response);
      const route = reason === 'overloaded' ? reason : routeOf(request);
      const statusCode = response.headersSent ? response.statusCode : CLIENT_GONE;
      const errorType = errorTypeOf(statusCode, reason);
      observe({ method: request.method, route, statusCode, errorType, ms });
      const isOwn = requestId === ownRequestId;
      const log = () => logLine(runtime, request, response, { route, statusCode, ms, isOwn });
      if (!span) return log();
      span.within(log);
      span.end({ route, statusCode, requestId });
    });
  };
}

/** Failures of the bank are counted apart from ours: no objective of ours includes them. */
function errorTypeOf(statusCode: number, reason: string | undefined): '' | 'bank' | 'ours' {
  if (statusCode < 500) return '';
  return reason === 'provider_unavailable' ? 'bank' : 'ours';
}

/** The route's pattern, never its path: a path may contain a secret and has unlimited values. */
function routeOf(request: Request): string {
  const pattern: unknown = request.route?.path;
  const [first] = Array.isArray(pattern) ? pattern : [pattern];
  // A request that waits is slow on purpose.
  if (typeof first === 'string') return request.query.wait ? `${first} (wait)` : first;
  // Static files have no route, only the path under which they are served.
  return request.baseUrl.toLowerCase() || 'unmatched';
}

type Outcome = {
  readonly route: string;
  readonly statusCode: number;
  readonly ms: number;
  readonly isOwn: boolean;
};

function logLine(
  { log }: Runtime,
  { method }: Request,
  response: Response,
  outcome: Outcome,
): void {
  const { requestId, clientIp, caller, errorReason, errorCause } = contextOf(response);
  const isFailure = outcome.statusCode >= 500;
  const line = {
    event: 'request',
    method,
    route: outcome.route,
    status: outcome.statusCode,
    request_id: requestId,
    client_ip: clientIp,
    account_id: caller?.accountId,
    key_id: caller?.keyId ?? undefined,
    duration_ms: Math.round(outcome.ms * 10) / 10,
    outcome: response.writableFinished ? undefined : 'client_gone',
    error: errorReason,
    cause: isFailure ? errorCause : undefined,
  };
  // A line for each refusal would cost what the refusal saves; the metric counts them.
  const isQuiet = outcome.isOwn || outcome.route === 'overloaded';
  const level = isQuiet ? 'debug' : 'info';
  log[isFailure && !isQuiet ? 'warn' : level](line, 'request');
}

/** Removes the API key from the URL before anything else can log it. */
export function takeQueryKey(request: Request, response: Response): void {
  const [path = '', query] = splitOnce(request.url, '?');
  if (query === undefined) return;
  // Parsed first: a client may percent-encode any letter of the name.
  const params = new URLSearchParams(query);
  const key = params.get(QUERY_KEY);
  if (key !== null) {
    contextOf(response).queryKey = key;
    params.delete(QUERY_KEY);
    request.url = params.size > 0 ? `${path}?${params}` : path;
    request.originalUrl = request.url;
  }
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

const FORWARDED = 'x-forwarded-for';
const USER_AGENT_LENGTH_MAX = 256;
const V4_AS_V6 = /^::ffff:(?=\d+\.)/i;
/** Some proxies add the client's port: `203.0.113.7:4711`, `[2001:db8::7]:4711`. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/i;

/** The client's IP address, as reported by trusted proxies. */
export function ipOf(request: Request): string {
  const reported = request.ip ?? '';
  const ip = isIP(reported) ? reported : (request.socket.remoteAddress ?? '');
  return ip.replace(V4_AS_V6, '');
}

/** Express compares forwarded addresses as they are, and an address with a port is in no network. */
export function removeForwardedPorts({ headers }: Request): void {
  const forwarded = headers[FORWARDED];
  if (typeof forwarded !== 'string' || !forwarded.includes(':')) return;
  headers[FORWARDED] = forwarded.split(',').map(withoutPort).join(', ');
}

function withoutPort(text: string): string {
  const address = text.trim();
  const [, v6, v4] = WITH_PORT.exec(address) ?? [];
  return v6 ?? v4 ?? address;
}

/** The client of a dashboard request. */
export function originOf(request: Request) {
  const userAgent = (request.get('user-agent') ?? '').slice(0, USER_AGENT_LENGTH_MAX);
  return { ip: ipOf(request), userAgent };
}
