import {
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import { isDatabaseUnavailable } from '../db/is-unavailable.ts';
import { AppError } from '../errors/app-error.ts';
import { PEER_UNAVAILABLE, toGrpcStatus } from '../errors/grpc-status.ts';
import type { Caller } from '../identity/caller.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { forRequest, REQUEST_ID_HEADER } from '../telemetry/request-ids.ts';
import { rpcServerMetrics, rpcStreamMetrics } from '../telemetry/rpc-metrics.ts';
import { callFailed, inServerSpan } from './call-spans.ts';
import { asCaller } from './callers.ts';
import { withDeadline } from './deadline.ts';
import { type StreamHandler, streamTo } from './stream-to.ts';

/** The deadline of calls that have none. */
const DEADLINE_DEFAULT_MS = 30_000;

type UnaryCall = ServerUnaryCall<unknown, unknown>;
type StreamCall = ServerWritableStream<unknown, unknown>;
type Allowed = ReadonlySet<string>;
export type Handler = (request: unknown) => Promise<unknown>;

type Surroundings = {
  readonly stopping: AbortSignal;
  readonly callerAt: (peer: string) => Caller | null;
};

/** Passes calls of those who may make them to handlers, turns what they throw into a status, and counts all of them. */
export function callHandlers({ log, metrics }: Runtime, { stopping, callerAt }: Surroundings) {
  const observe = rpcServerMetrics(metrics);
  const streamEnded = rpcStreamMetrics(metrics, 'rpc_server_streams_ended_total');

  function failureOf(error: unknown, rpcMethod: string) {
    if (isDatabaseUnavailable(error)) {
      log.warn({ err: error, rpcMethod }, 'database unavailable');
      return toGrpcStatus(new AppError('UNAVAILABLE', PEER_UNAVAILABLE));
    }
    if (!(error instanceof AppError)) log.error({ err: error, rpcMethod }, 'rpc failed');
    return toGrpcStatus(error);
  }

  function admitted(call: UnaryCall | StreamCall, rpcMethod: string, allowed: Allowed): Caller {
    const caller = callerAt(call.getPeer());
    if (caller && allowed.has(caller.service)) return caller;
    const { service = null, person = null } = caller ?? {};
    log.warn({ peer: call.getPeer(), caller: service, person, rpcMethod }, 'call refused');
    throw new AppError('PERMISSION_DENIED', 'Not permitted for this caller.');
  }

  return {
    once: (rpcMethod: string, handler: Handler, allowed: Allowed) => {
      return (call: UnaryCall, done: sendUnaryData<unknown>): void => {
        const started = performance.now();
        const finish = (code: status) => {
          const ms = performance.now() - started;
          observe(rpcMethod, code, ms);
          if (code !== status.OK) callFailed();
          log.debug({ event: 'rpc', rpcMethod, outcome: status[code], duration_ms: ms }, 'rpc');
        };
        const handle = async () =>
          asCaller(admitted(call, rpcMethod, allowed), () => handler(call.request));
        const answer = () =>
          withDeadline(deadlineOf(call), handle).then(
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
        const [traceparent] = call.metadata.get('traceparent').map(String);
        void forRequest(requestIdOf(call), () => inServerSpan(rpcMethod, traceparent, answer));
      };
    },
    stream: (rpcMethod: string, handler: StreamHandler, allowed: Allowed) => {
      return (call: StreamCall): void => {
        const handle = async () =>
          asCaller(admitted(call, rpcMethod, allowed), () => streamTo(call, handler, stopping));
        handle().then(
          () => streamEnded(rpcMethod, status.OK),
          (error: unknown) => {
            const failure = failureOf(error, rpcMethod);
            streamEnded(rpcMethod, failure.code ?? status.UNKNOWN);
            call.emit('error', failure);
          },
        );
      };
    },
  };
}

function requestIdOf({ metadata }: UnaryCall): string {
  return metadata.get(REQUEST_ID_HEADER).join();
}

function deadlineOf(call: UnaryCall): number {
  const deadline = call.getDeadline();
  const ms = deadline instanceof Date ? deadline.getTime() : deadline;
  return Number.isFinite(ms) ? ms : Date.now() + DEADLINE_DEFAULT_MS;
}
