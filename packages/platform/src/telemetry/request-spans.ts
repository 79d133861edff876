import type { ServerResponse } from 'node:http';
import type { Span } from '@opentelemetry/api';
import type { SpanProcessor } from '@opentelemetry/sdk-trace';
import { REQUEST_ID_ATTRIBUTE, requestIds } from './request-ids.ts';

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

/** The span of a request begins before the request has an id; the reply has it. */
export function nameRequest(span: Span, reply: object): void {
  const id = (reply as Partial<ServerResponse>).getHeader?.('x-request-id');
  if (typeof id === 'string') span.setAttribute(REQUEST_ID_ATTRIBUTE, id);
}
