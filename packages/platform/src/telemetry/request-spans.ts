import type { IncomingHttpHeaders } from 'node:http';
import { context, propagation, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import type { SpanProcessor } from '@opentelemetry/sdk-trace';
import { REQUEST_ID_ATTRIBUTE, requestIds } from './request-ids.ts';
import { failed, startSpan } from './spans.ts';
import { isChosen } from './tracing.ts';

/** Gives every span the ids of the requests that it works for, as log lines have them. */
export const requestSpans: SpanProcessor = {
  onStart(span) {
    const ids = requestIds();
    if (ids.length > 0) span.setAttribute(REQUEST_ID_ATTRIBUTE, ids.join());
  },
  onEnd() {},
  forceFlush: async () => {},
  shutdown: async () => {},
};

type Answered = {
  /** The pattern that matched, never the path: it may contain a secret. */
  readonly route: string;
  readonly statusCode: number;
  readonly requestId: string;
};

export type RequestSpan = {
  /** Runs what answers the request. */
  within(work: () => void): void;
  end(answered: Answered): void;
};

const UNTRACED: RequestSpan = { within: (work) => work(), end() {} };
const SERVER_ERROR_MIN = 500;

/** The span of an HTTP request, where it is decided whether everything that follows from it is traced. */
export function openRequestSpan(method: string, headers: IncomingHttpHeaders): RequestSpan {
  const { traceparent, tracestate } = headers;
  // Not the client's baggage, which would go on to every other service.
  const parent = propagation.extract(ROOT_CONTEXT, { traceparent, tracestate });
  if (!isChosen(parent)) return UNTRACED;
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
      if (statusCode >= SERVER_ERROR_MIN) failed(span);
      span.end();
    },
  };
}
