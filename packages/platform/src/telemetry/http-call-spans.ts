import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { context, type Span, SpanKind } from '@opentelemetry/api';
import { failed, isTraced, startSpan } from './spans.ts';

type Request = { readonly method: string; readonly origin: string | URL };
type Created = { readonly request: Request };
type Answered = Created & { readonly response: { readonly statusCode: number } };
type Failed = Created & { readonly error: Error };

const ERROR_MIN = 400;

/**
 * Gives each call by undici or fetch a span if the current work is traced. Banks and receivers are
 * not sent the trace: its ids are ours.
 */
export function traceHttpCalls(): Disposable {
  const stops = new DisposableStack();
  const spans = new WeakMap<Request, Span>();
  on<Created>('undici:request:create', ({ request }) => {
    if (isTraced()) spans.set(request, openCallSpan(request));
  });
  on<Answered>('undici:request:headers', ({ request, response: { statusCode } }) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', statusCode);
    if (span && statusCode >= ERROR_MIN) callFailed(span, String(statusCode));
  });
  on<Created>('undici:request:trailers', ({ request }) => end(request));
  on<Failed>('undici:request:error', ({ request, error }) => {
    const span = spans.get(request);
    // Its caller gave up on purpose: that is no failure.
    if (span && error.name !== 'AbortError') callFailed(span, typeOf(error));
    end(request);
  });

  return stops;

  function on<Message>(channel: string, handle: (message: Message) => void): void {
    const listener = (message: unknown) => handle(message as Message);
    subscribe(channel, listener);
    stops.defer(() => unsubscribe(channel, listener));
  }

  function end(request: Request): void {
    spans.get(request)?.end();
    spans.delete(request);
  }
}

/** Of the URL only the origin: paths and queries can contain secrets. */
function openCallSpan({ method, origin: asked }: Request): Span {
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

function callFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  failed(span);
}

type CallError = Error & { readonly code?: unknown; readonly kind?: unknown };

/**
 * The name that OpenTelemetry has for a timeout, of `AbortSignal.timeout` or of a client with kinds of errors. Else a code;
 * that of a DOMException is a number that says nothing.
 */
function typeOf({ name, code, kind }: CallError): string {
  if (name === 'TimeoutError' || kind === 'timeout') return 'timeout';
  return typeof code === 'string' ? code : name;
}
