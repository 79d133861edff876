import { context, propagation } from '@opentelemetry/api';

/** W3C trace context of the current work, to be stored or sent along with it. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}
