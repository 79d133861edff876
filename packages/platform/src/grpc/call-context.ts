import { AsyncLocalStorage } from 'node:async_hooks';
import { context, SpanKind, trace } from '@opentelemetry/api';
import { AppError } from '../errors/app-error.ts';
import type { Identity } from '../identity/identity.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { failed, inSpan, isTraced, traceIn } from '../telemetry/spans.ts';

/** `path` is that of the HTTP/2 request: `/package.Service/Method`. */
function describe(path: string) {
  const [, service = '', method = ''] = path.split('/');
  return {
    name: `${service}/${method}`,
    attributes: { 'rpc.system': 'grpc', 'rpc.service': service, 'rpc.method': method },
  };
}

/** Runs a call to another service, in a span if the current work is traced. */
export function inClientSpan<T>(path: string, call: () => Promise<T>): Promise<T> {
  if (!isTraced()) return call();
  return inSpan({ ...describe(path), kind: SpanKind.CLIENT, parent: context.active() }, call);
}

/** Answers a call, in a span if what the caller does is traced. */
export function inServerSpan<T>(
  path: string,
  traceparent: string | undefined,
  answer: () => Promise<T>,
): Promise<T> {
  const parent = traceparent === undefined ? null : traceIn({ traceparent });
  if (!parent) return answer();
  return inSpan({ ...describe(path), kind: SpanKind.SERVER, parent }, answer);
}

/** Marks the span of the call that is being answered; `code` is the name of its gRPC status. */
export function callFailed(code: string | undefined): void {
  const span = trace.getActiveSpan();
  if (span) failed(span, code);
}

/** Subtracted on each hop, so that our error arrives before the caller's own deadline. */
const MARGIN_MS = 50;

/** The call that is being answered. */
type Call = {
  readonly deadlineMs: number;
  /** Whether it has had a database connection, so that something may have been written for it. */
  hasBegun: boolean;
};

const current = new AsyncLocalStorage<Call>();

/** Undefined for work that nobody waits for. */
export function callNow(): Call | undefined {
  return current.getStore();
}

/** For a call that ends what was begun elsewhere: it is neither refused nor given up. */
export function markBegun(): void {
  const call = current.getStore();
  if (call) call.hasBegun = true;
}

/** Runs `work` with the deadline of its caller; every call made in it inherits the deadline. */
export function withDeadline<T>(deadlineMs: number, work: () => T): T {
  const inherited = current.getStore()?.deadlineMs ?? Number.POSITIVE_INFINITY;
  return withNewDeadline(Math.min(inherited, deadlineMs), work);
}

/** Replaces the deadline, for work that may outlast its request, such as a long poll. */
export function withNewDeadline<T>(deadlineMs: number, work: () => T): T {
  return current.run({ deadlineMs, hasBegun: false }, work);
}

/** The timeout of a call made now: its own limit, or the time that the caller has left. */
export function timeLeftMs(limitMs: number): number {
  const call = current.getStore();
  if (call === undefined) return limitMs;
  return Math.max(1, Math.min(limitMs, call.deadlineMs - Date.now() - MARGIN_MS));
}

/** Throws when the caller waits no longer: nobody would read the reply. */
export function requireTimeLeft(deadlineMs: number): void {
  if (deadlineMs > Date.now()) return;
  throw new AppError('TIMEOUT', 'The deadline of the call has passed');
}

/** Nothing is served or called without a certificate. */
export function requireIdentity({ identity }: Runtime): Identity {
  if (!identity) throw new TypeError('a process that talks gRPC needs a certificate');
  return identity;
}
