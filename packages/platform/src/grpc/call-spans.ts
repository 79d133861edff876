import { context, SpanKind, trace } from '@opentelemetry/api';
import { failed, inSpan, isTraced } from '../telemetry/spans.ts';
import { traceIn } from '../telemetry/trace-context.ts';

const described = (path: string) => ({
  name: `grpc.${path.slice('/'.length)}`,
  attributes: { 'rpc.system': 'grpc' },
});

/** Runs a call to another service, in a span if the current work is traced. */
export function inClientSpan<T>(path: string, call: () => Promise<T>): Promise<T> {
  if (!isTraced()) return call();
  return inSpan({ ...described(path), kind: SpanKind.CLIENT, parent: context.active() }, call);
}

/** Answers a call, in a span if what the caller does is traced. */
export function inServerSpan<T>(
  path: string,
  traceparent: string | undefined,
  answer: () => Promise<T>,
): Promise<T> {
  const parent = traceparent === undefined ? null : traceIn({ traceparent });
  if (!parent) return answer();
  return inSpan({ ...described(path), kind: SpanKind.SERVER, parent }, answer);
}

/** Says that the call that is being answered failed. */
export function callFailed(): void {
  const span = trace.getActiveSpan();
  if (span) failed(span);
}
