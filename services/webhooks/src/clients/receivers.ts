import { createHmac } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { VERSION } from '@entrada/platform/runtime/runtime';
import { Agent, type Dispatcher } from 'undici';
import type { Failure, PostResult, Timings } from '../domain/attempt.ts';
import { SECRET_PREFIX } from '../domain/endpoint.ts';
import { TEST_HEADER } from '../domain/webhook-event.ts';
import type { Message } from '../ports.ts';
import { ConnectTimeout, type ConnectTimings, openConnector, Untrusted } from './connector.ts';
import { Blocked, type Destinations, Unresolved } from './destinations.ts';

/** More than all attempts that can be under way, so that endpoints on one host never queue. */
const CONNECTIONS_PER_ORIGIN_MAX = 4_096;
const KEEP_ALIVE_MS = 4_000;
const KEEP_ALIVE_MAX_MS = 60_000;

/** The total deadline of each attempt replaces undici's per-phase timers, which a slow drip defeats. */
const AGENT_OPTIONS = {
  connections: CONNECTIONS_PER_ORIGIN_MAX,
  pipelining: 1,
  allowH2: false,
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: KEEP_ALIVE_MS,
  keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
};

/** Connecting may take this share of an attempt's time, so that its timeout is reported as such. */
const CONNECT_SHARE = 2 / 3;

type Options = {
  readonly timeoutMs: number;
  readonly destinations: Destinations;
  readonly ca?: string | undefined;
};

export function openReceivers({ timeoutMs: totalMaxMs, destinations, ca }: Options) {
  const connectMaxMs = Math.ceil(totalMaxMs * CONNECT_SHARE);
  const connector = openConnector({ destinations, connectMaxMs, ca });
  const agent = new Agent({ ...AGENT_OPTIONS, connect: connector.connect });
  const underWay = new Set<Exchange>();
  const starts = watchStarts((socket) => connector.takeTimings(socket));
  let stopping = false;

  return {
    async post(message: Message, timeoutMs = totalMaxMs): Promise<PostResult | null> {
      if (stopping) return null;
      // Each attempt needs a Buffer object of its own: `watchStarts` finds the attempt by it.
      const body = message.body.subarray();
      const exchange = openExchange(() => starts.connectionOf(body));
      const timer = setTimeout(() => exchange.stop(new Late('out of time')), timeoutMs);
      underWay.add(exchange);
      try {
        agent.dispatch(requestOf({ ...message, body }), exchange.handler);
        await exchange.ended;
        return resultOf(exchange);
      } catch (error) {
        return stopping ? null : failedResultOf(exchange, error, connector.timingsOf(error));
      } finally {
        clearTimeout(timer);
        underWay.delete(exchange);
      }
    },
    /** Ends every attempt under way, without a result. */
    cutShort(): void {
      stopping = true;
      for (const exchange of underWay) exchange.stop(new Late('the service is stopping'));
    },
    async [Symbol.asyncDispose]() {
      starts[Symbol.dispose]();
      await agent.destroy();
    },
  };
}

function requestOf(message: Message): Agent.DispatchOptions {
  const { origin, pathname, search } = new URL(message.url);
  const headers = signedHeaders(message);
  return { origin, path: pathname + search, method: 'POST', headers, body: message.body };
}

function resultOf(exchange: Exchange): PostResult {
  const { statusCode, ...soFar } = exchange.soFar();
  // A response that ended had a status.
  return { kind: 'answered', statusCode: statusCode ?? 0, ...soFar, timings: exchange.timings() };
}

function failedResultOf(
  exchange: Exchange,
  error: unknown,
  connecting: ConnectTimings | null,
): PostResult {
  const { statusCode, responseBody, responseHeaders } = exchange.soFar();
  const timings = exchange.timings(connecting);
  const soFar = { statusCode, responseBody, responseHeaders, timings };
  return { kind: 'failed', ...failureOf(error), ...soFar };
}

function signedHeaders(message: Message): Record<string, string> {
  const { id, at, authorization, isTest } = message;
  return {
    'content-type': 'application/json',
    'user-agent': `Entrada-Webhooks/${VERSION}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestampOf(at)),
    'webhook-signature': signaturesOf(message),
    ...(isTest ? { [TEST_HEADER]: 'true' } : {}),
    ...(authorization === null ? {} : { authorization }),
  };
}

type SendHeaders = { readonly request: { readonly body: unknown }; readonly socket: object };

/** Only here does undici report which connection a request uses, and so how long connecting took. */
function watchStarts(takeTimings: (socket: object) => ConnectTimings | null) {
  const connections = new WeakMap<object, ConnectTimings>();
  const onSend = (message: unknown) => {
    const { request, socket } = message as SendHeaders;
    const timings = takeTimings(socket);
    const { body } = request;
    if (timings && Buffer.isBuffer(body)) connections.set(body, timings);
  };
  const sends = channel('undici:client:sendHeaders');
  sends.subscribe(onSend);
  return {
    connectionOf: (body: object) => connections.get(body) ?? null,
    [Symbol.dispose]: () => void sends.unsubscribe(onSend),
  };
}

/** The response was not complete in time. */
class Late extends Error {
  override readonly name = 'Late';
}

/** The response is longer than we read. */
class TooLong extends Error {
  override readonly name = 'TooLong';
}

const INFORMATIONAL_MAX = 199;

/**
 * One request and its response. Reads undici's own events, which follow no redirect and decompress
 * nothing; a stream for each response would cost more than everything else.
 */
function openExchange(connection: () => ConnectTimings | null) {
  const begun = performance.now();
  const response = openResponseReader();
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  let controller: Dispatcher.DispatchController | null = null;
  let stoppedBy: Error | null = null;
  let firstByteMs: number | null = null;
  let statusCode: number | null = null;
  let retryAfter: string | null = null;
  let responseHeaders: readonly string[] = [];

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started;
      if (stoppedBy) started.abort(stoppedBy);
    },
    onResponseStart(_, code, headers) {
      if (code <= INFORMATIONAL_MAX) return;
      firstByteMs = performance.now() - begun;
      statusCode = code;
      const asked = headers['retry-after'];
      retryAfter = typeof asked === 'string' ? asked : null;
      responseHeaders = shownHeaders(headers);
    },
    onResponseData(receiving, chunk) {
      if (!response.take(chunk)) receiving.abort(new TooLong('the response is too long'));
    },
    onResponseEnd: () => resolve(),
    onResponseError: (_, error) => reject(error),
  };

  return {
    handler,
    /** Resolves with the end of the response; rejects when there is none. */
    ended,
    /** Closes the connection, or cancels the request if it has none yet. */
    stop(reason: Error): void {
      stoppedBy = reason;
      controller?.abort(reason);
      reject(reason);
    },
    soFar: () => ({ statusCode, retryAfter, responseHeaders, responseBody: response.text() }),
    timings(failed: ConnectTimings | null = null): Timings {
      const { dnsMs = null, tcpMs = null, tlsMs = null } = failed ?? connection() ?? {};
      return { dnsMs, tcpMs, tlsMs, firstByteMs, totalMs: performance.now() - begun };
    },
  };
}

type Exchange = ReturnType<typeof openExchange>;

type KnownFailure = { readonly failure: Failure; readonly detail: string | null };

const BY_CODE: readonly (readonly [RegExp, Failure, string | null])[] = [
  [/^ETIMEDOUT$/, 'timeout', null],
  [/^ECONNREFUSED$/, 'refused', null],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'refused', 'the host cannot be reached'],
  [/^ERR_SSL_WRONG_VERSION_NUMBER$/, 'insecure', 'the port does not speak TLS'],
  [
    /^ERR_SSL_(UNSUPPORTED_PROTOCOL|TLSV1_ALERT_PROTOCOL_VERSION)$/,
    'insecure',
    'the host does not speak TLS 1.2 or newer',
  ],
  [/(CERT|SSL|TLS|UNABLE_TO_|EPROTO)/, 'insecure', null],
  [/^(HPE_|HTTPParserError|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES)/, 'malformed', null],
];

/** What an error on the way to a receiver and back means. */
function failureOf(error: unknown): KnownFailure {
  if (error instanceof Late) return { failure: 'timeout', detail: null };
  if (error instanceof TooLong) return { failure: 'too_long', detail: null };
  if (error instanceof Blocked) return { failure: 'blocked', detail: error.message };
  if (error instanceof ConnectTimeout) return { failure: 'timeout', detail: error.message };
  if (error instanceof Unresolved) return { failure: 'unresolved', detail: null };
  if (error instanceof Untrusted) return { failure: 'insecure', detail: error.message };
  const { code, name } = error as { code?: unknown; name?: unknown };
  // Parser errors have no code of their own.
  const known = BY_CODE.find(([pattern]) => pattern.test(String(code ?? name)));
  return known ? { failure: known[1], detail: known[2] } : { failure: 'reset', detail: null };
}

export const RESPONSE_BYTES_MAX = 65_536;
const KEPT_BYTES_MAX = 1_024;

/** Counts a response's bytes and keeps the first kilobyte. */
function openResponseReader() {
  const kept: Buffer[] = [];
  let size = 0;
  return {
    /** False: the response is too long; stop reading. */
    take(chunk: Buffer): boolean {
      if (size < KEPT_BYTES_MAX) kept.push(chunk.subarray(0, KEPT_BYTES_MAX - size));
      size += chunk.byteLength;
      return size <= RESPONSE_BYTES_MAX;
    },
    /** What was kept, as text. NUL characters are replaced, because Postgres does not store them. */
    text: (): string =>
      kept.length === 0 ? '' : Buffer.concat(kept).toString().replaceAll('\u0000', '\ufffd'),
  };
}

const HEADERS_MAX = 20;
const LINE_LENGTH_MAX = 256;
const MASK = '********';
/** Headers whose value may let someone act for the receiver or its users. */
const SECRET = /cookie|auth|token|secret|password|session|signature|credential|api-?key/;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Headers of a response as lines to be stored and shown: the first ones, cut, and without secrets. */
export function shownHeaders(headers: Headers): readonly string[] {
  const lines: string[] = [];
  for (const [name, values = []] of Object.entries(headers)) {
    for (const value of [values].flat()) {
      if (lines.length === HEADERS_MAX) return lines;
      const shown = SECRET.test(name.toLowerCase()) ? MASK : value;
      lines.push(printable(`${name}: ${shown}`.slice(0, LINE_LENGTH_MAX)));
    }
  }
  return lines;
}

/** Cutting may split a character, and a receiver may send any byte; neither can be stored as it is. */
function printable(line: string): string {
  return line.toWellFormed().replace(/\p{Cc}/gu, '\ufffd');
}

/**
 * The `webhook-signature` of Standard Webhooks, with one signature for each secret. Written here
 * because the library's own SHA-256 is JavaScript, which took a tenth of an attempt's work.
 */
function signaturesOf({ id, at, body, secrets }: Message): string {
  const signed = `${id}.${timestampOf(at)}.`;
  return secrets.map((secret) => `v1,${signatureOf(secret, signed, body)}`).join(' ');
}

/** The `webhook-timestamp`. */
function timestampOf(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}

function signatureOf(secret: string, signed: string, body: Buffer): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(signed).update(body).digest('base64');
}
