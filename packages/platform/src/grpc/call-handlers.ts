import {
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import { isDatabaseUnavailable } from '../db/is-unavailable.ts';
import { AppError } from '../errors/app-error.ts';
import { PEER_UNAVAILABLE, toGrpcStatus } from '../errors/grpc-status.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { rpcServerMetrics } from '../telemetry/rpc-metrics.ts';
import { withDeadline } from './deadline.ts';
import { type StreamHandler, streamTo } from './stream-to.ts';

/** The deadline of calls that have none. */
const DEADLINE_DEFAULT_MS = 30_000;

type UnaryCall = ServerUnaryCall<unknown, unknown>;
type StreamCall = ServerWritableStream<unknown, unknown>;
export type Handler = (request: unknown) => Promise<unknown>;

/** Passes calls to handlers, turns what they throw into a status, and counts all of them. */
export function callHandlers({ log, metrics }: Runtime, stopping: AbortSignal) {
  const observe = rpcServerMetrics(metrics);

  function failureOf(error: unknown, rpcMethod: string) {
    if (isDatabaseUnavailable(error)) {
      log.warn({ err: error, rpcMethod }, 'database unavailable');
      return toGrpcStatus(new AppError('UNAVAILABLE', PEER_UNAVAILABLE));
    }
    if (!(error instanceof AppError)) log.error({ err: error, rpcMethod }, 'rpc failed');
    return toGrpcStatus(error);
  }

  return {
    once: (rpcMethod: string, handler: Handler) => {
      return (call: UnaryCall, done: sendUnaryData<unknown>): void => {
        const started = performance.now();
        const finish = (code: status) => observe(rpcMethod, code, performance.now() - started);
        withDeadline(deadlineOf(call), async () => handler(call.request)).then(
          (reply) => {
            finish(status.OK);
            done(null, reply);
          },
          (error: unknown) => {
            const failure = failureOf(error, rpcMethod);
            finish(failure.code ?? status.UNKNOWN);
            done(failure);
          },
        );
      };
    },
    stream: (rpcMethod: string, handler: StreamHandler) => {
      return (call: StreamCall): void => {
        const started = performance.now();
        const finish = (code: status) => observe(rpcMethod, code, performance.now() - started);
        streamTo(call, handler, stopping).then(
          () => finish(status.OK),
          (error: unknown) => {
            const failure = failureOf(error, rpcMethod);
            finish(failure.code ?? status.UNKNOWN);
            call.emit('error', failure);
          },
        );
      };
    },
  };
}

function deadlineOf(call: UnaryCall): number {
  const deadline = call.getDeadline();
  const ms = deadline instanceof Date ? deadline.getTime() : deadline;
  return Number.isFinite(ms) ? ms : Date.now() + DEADLINE_DEFAULT_MS;
}
