import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingHttpHeaders } from 'node:http';
import {
  type Context,
  context,
  createContextKey,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { atMost } from '../time/backoff.ts';
import { REQUEST_ID_ATTRIBUTE, requestIds } from './request-ids.ts';

type SpanDescription = {
  readonly name: string;
  readonly kind: SpanKind;
  readonly parent: Context;
  /** Traces that led to this work and that it does not continue. */
  readonly links?: readonly (Context | null)[];
  /** Those that are undefined are left out. */
  readonly attributes?: Readonly<Record<string, string | number | undefined>>;
};

/** Whether the current work is sent to a collector; no span is made for other work. */
export function isTraced(): boolean {
  const current = trace.getActiveSpan()?.spanContext();
  return current !== undefined && (current.traceFlags & TraceFlags.SAMPLED) !== 0;
}

/** It has the ids of the requests that it works for, as log lines have them. */
export function startSpan({ name, kind, parent, links = [], attributes }: SpanDescription): Span {
  const ids = requestIds();
  const own = ids.length === 0 ? {} : { [REQUEST_ID_ATTRIBUTE]: ids.join() };
  const options = { kind, links: links.flatMap(linkTo), attributes: { ...own, ...attributes } };
  return trace.getTracer('entrada').startSpan(name, options, parent);
}

/** Runs `work` in a span, which says whether it failed. */
export async function inSpan<T>(described: SpanDescription, work: () => Promise<T>): Promise<T> {
  const span = startSpan(described);
  if (!span.isRecording()) return work();
  try {
    return await context.with(trace.setSpan(described.parent, span), work);
  } catch (error) {
    failed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** `error` is what was thrown, or the type itself. The message of an error is in the log only: it may quote input. */
export function failed(span: Span, error: unknown): void {
  span.setAttribute('error.type', typeof error === 'string' ? error : errorTypeOf(error));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/**
 * The conventional name of a timeout, of `AbortSignal.timeout` or of a client with kinds of errors. Else a code;
 * that of a DOMException is a number that says nothing.
 */
function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return '_OTHER';
  const { name, code, kind } = error as Error & {
    readonly code?: unknown;
    readonly kind?: unknown;
  };
  if (name === 'TimeoutError' || kind === 'timeout') return 'timeout';
  return typeof code === 'string' ? code : name;
}

function linkTo(origin: Context | null): Link[] {
  const linked = origin && trace.getSpanContext(origin);
  return linked ? [{ context: linked }] : [];
}

type Tracing = { isChosen(parent: Context): boolean; shutdown(): Promise<void> };

let tracing: Tracing | undefined;

/** Called once, when tracing starts. */
export function rememberTracing(started: Tracing): void {
  tracing = started;
}

/** Asked before a request has a span, so that one that is not traced costs next to nothing. */
function isChosen(parent: Context): boolean {
  return tracing?.isChosen(parent) ?? false;
}

const FLUSH_MAX_MS = 3_000;

/** Sends the spans that are still buffered; the wait for an unavailable collector is bounded. */
export async function flushTelemetry(): Promise<void> {
  if (tracing)
    await atMost(
      FLUSH_MAX_MS,
      tracing.shutdown().catch(() => {}),
    );
}

type Headers = Readonly<Record<string, string>>;

/** In a batch, the trace of each key: what follows from an event has its key. */
const TRACES_BY_KEY = createContextKey('traces by key');

/** W3C trace context of the current work, to be stored or sent along with it; in a batch, of the work for one key. */
export function traceHeaders(key?: string): Record<string, string> {
  const current = context.active();
  const byKey = current.getValue(TRACES_BY_KEY) as ReadonlyMap<string, Context> | undefined;
  const headers: Record<string, string> = {};
  propagation.inject((key !== undefined && byKey?.get(key)) || current, headers);
  return headers;
}

export function withTracesByKey(current: Context, byKey: ReadonlyMap<string, Context>): Context {
  return current.setValue(TRACES_BY_KEY, byKey);
}

/** The trace that headers name; null if they name none, or one that is not sent to a collector. */
export function traceIn(headers: Headers): Context | null {
  const found = propagation.extract(ROOT_CONTEXT, headers);
  const { traceFlags = TraceFlags.NONE } = trace.getSpanContext(found) ?? {};
  return traceFlags & TraceFlags.SAMPLED ? found : null;
}

/** The W3C header of the current work, or null when it is not traced. */
export function traceParent(): string | null {
  return traceHeaders().traceparent ?? null;
}

/** Runs `work` in the trace of the request that began what it ends; the current work is linked. */
export function continueTrace<T>(
  name: string,
  traceParent: string | null,
  work: () => Promise<T>,
): Promise<T> {
  const origin = traceParent && traceIn({ traceparent: traceParent });
  if (!origin) return work();
  return inSpan({ name, kind: SpanKind.INTERNAL, parent: origin, links: [context.active()] }, work);
}

/** Runs `work` in a trace of its own that is linked to what led to it: for what is done again much later. */
export function linkTrace<T>(
  name: string,
  traceParent: string | null,
  work: () => Promise<T>,
): Promise<T> {
  const origin = traceParent && traceIn({ traceparent: traceParent });
  if (!origin) return work();
  return inSpan({ name, kind: SpanKind.INTERNAL, parent: ROOT_CONTEXT, links: [origin] }, work);
}

type RequestResult = {
  /** The pattern that matched, never the path: it may contain a secret. */
  readonly route: string;
  readonly statusCode: number;
  readonly requestId: string;
};

export type RequestSpan = {
  /** Runs what answers the request. */
  within(work: () => void): void;
  end(answered: RequestResult): void;
};

const SERVER_ERROR_MIN = 500;

/**
 * The span of an HTTP request, where it is decided whether everything that follows from it is traced. Null if it is
 * not: with an object that does nothing V8 inlined less, and requests that are not traced cost 7 % more.
 */
export function openRequestSpan(method: string, headers: IncomingHttpHeaders): RequestSpan | null {
  const parent = callerOf(headers);
  if (!isChosen(parent)) return null;
  const attributes = { 'http.request.method': method };
  const span = startSpan({ name: method, kind: SpanKind.SERVER, parent, attributes });
  return {
    within: (work) => context.with(trace.setSpan(parent, span), work),
    end({ route, statusCode, requestId }) {
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        'http.route': route,
        'http.response.status_code': statusCode,
        [REQUEST_ID_ATTRIBUTE]: requestId,
      });
      if (statusCode >= SERVER_ERROR_MIN) failed(span, String(statusCode));
      span.end();
    },
  };
}

/** Not the client's baggage, which would go on to every other service. */
function callerOf({ traceparent, tracestate }: IncomingHttpHeaders): Context {
  if (traceparent === undefined) return ROOT_CONTEXT;
  return propagation.extract(ROOT_CONTEXT, { traceparent, tracestate });
}

type UndiciRequest = { readonly method: string; readonly origin: string | URL };
type RequestMessage = { readonly request: UndiciRequest };
type ResponseMessage = RequestMessage & { readonly response: { readonly statusCode: number } };
type FailureMessage = RequestMessage & { readonly error: Error };

const ERROR_MIN = 400;

/**
 * Gives each call by undici or fetch a span if the current work is traced. Banks and receivers are
 * not sent the trace: its ids are ours.
 */
export function traceHttpCalls(): Disposable {
  const stops = new DisposableStack();
  const spans = new WeakMap<UndiciRequest, Span>();
  on<RequestMessage>('undici:request:create', ({ request }) => {
    if (isTraced()) spans.set(request, openCallSpan(request));
  });
  on<ResponseMessage>('undici:request:headers', ({ request, response: { statusCode } }) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', statusCode);
    if (span && statusCode >= ERROR_MIN) failed(span, String(statusCode));
  });
  on<RequestMessage>('undici:request:trailers', ({ request }) => end(request));
  on<FailureMessage>('undici:request:error', ({ request, error }) => {
    const span = spans.get(request);
    // Its caller gave up on purpose: that is no failure.
    if (span && error.name !== 'AbortError') failed(span, error);
    end(request);
  });

  return stops;

  function on<Message>(channel: string, handle: (message: Message) => void): void {
    const listener = (message: unknown) => handle(message as Message);
    subscribe(channel, listener);
    stops.defer(() => unsubscribe(channel, listener));
  }

  function end(request: UndiciRequest): void {
    spans.get(request)?.end();
    spans.delete(request);
  }
}

/** Of the URL only the origin: paths and queries can contain secrets. */
function openCallSpan({ method, origin: asked }: UndiciRequest): Span {
  const { origin, protocol, hostname, port } = new URL(asked);
  return startSpan({
    name: method,
    kind: SpanKind.CLIENT,
    parent: context.active(),
    attributes: {
      'http.request.method': method,
      'url.full': origin,
      'url.scheme': protocol.slice(0, -':'.length),
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    },
  });
}
