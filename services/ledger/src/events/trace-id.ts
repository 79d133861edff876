const TRACE_PARENT = /^00-([0-9a-f]{32})-/;

/** Of the work that headers belong to; null where it is not traced. */
export function traceIdIn(headers: Readonly<Record<string, string>>): string | null {
  return TRACE_PARENT.exec(headers.traceparent ?? '')?.[1] ?? null;
}
