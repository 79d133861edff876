import { once } from 'node:events';
import {
  experimental,
  Server,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceDefinition,
  type sendUnaryData,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { isDatabaseUnavailable } from '../db/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { PEER_UNAVAILABLE, toGrpcStatus } from '../errors/grpc-status.ts';
import type { Caller } from '../identity/caller.ts';
import { requirePort } from '../runtime/port.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { rpcServerMetrics, rpcStreamMetrics } from '../telemetry/metrics.ts';
import { forRequest, REQUEST_ID_HEADER } from '../telemetry/request-ids.ts';
import {
  callFailed,
  inServerSpan,
  requireIdentity,
  requireTimeLeft,
  withDeadline,
} from './call-context.ts';
import { asCaller, callersOf, watchCallers } from './callers.ts';
import { PING_OPTIONS } from './pings.ts';
import { isStream, methodName, type RpcHandlers } from './types.ts';

/** tryShutdown waits without limit for a call that does not end. */
const DRAIN_MAX_MS = 10_000;
const PING_EVERY_MS = 30_000;
const MESSAGE_BYTES_MAX = 1_048_576;

const OPTIONS = {
  'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
  ...PING_OPTIONS,
};

type Options = {
  readonly host: string;
  readonly port: number;
  readonly runtime: Runtime;
  /** One more service, for operators. */
  readonly also?: { readonly definition: ServiceDefinition; readonly handlers: object };
  readonly drainMaxMs?: number;
  readonly pingEveryMs?: number;
};

/**
 * Serves a gRPC service and the standard health service to callers with a certificate of ours, each
 * method to those that its definition lists; disposing it ends streams and drains.
 */
export async function serveGrpc<D extends ServiceDefinition>(
  definition: D,
  handlers: RpcHandlers<NoInfer<D>>,
  { host, port, runtime, also, drainMaxMs = DRAIN_MAX_MS, pingEveryMs = PING_EVERY_MS }: Options,
): Promise<{ port: number } & AsyncDisposable> {
  const server = new Server({ ...OPTIONS, 'grpc.keepalive_time_ms': pingEveryMs });
  const stopping = new AbortController();
  const identity = requireIdentity(runtime);
  const handlerOf = callHandlers(runtime, {
    stopping: stopping.signal,
    callerAt: (peer) => callers.at(peer),
  });
  for (const served of [{ definition, handlers }, ...(also ? [also] : [])]) {
    const implementation: UntypedServiceImplementation = {};
    for (const [rpc, method] of Object.entries(served.definition)) {
      const handler = (served.handlers as Record<string, Handler & StreamHandler>)[methodName(rpc)];
      // The type of `handlers` requires all of them; tests omit some, which then answer UNIMPLEMENTED.
      if (!handler) continue;
      implementation[rpc] = isStream(rpc, method)
        ? handlerOf.stream(method.path, handler, callersOf(method))
        : handlerOf.once(method.path, handler, callersOf(method));
    }
    server.addService(served.definition, implementation);
  }
  const health = new HealthImplementation({ '': 'SERVING' });
  health.addToServer(server);

  const credentials = experimental.createCertificateProviderServerCredentials(
    identity.provider,
    identity.provider,
    true,
  );
  await requirePort('GRPC_PORT', { host, port });
  const bound = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`${host}:${port}`, credentials, (error, boundPort) =>
      error ? reject(error) : resolve(boundPort),
    ),
  );
  const callers = watchCallers(server, identity, runtime);

  return {
    port: bound,
    async [Symbol.asyncDispose]() {
      health.setStatus('', 'NOT_SERVING');
      stopping.abort();
      await drain(server, drainMaxMs);
    },
  };
}

function drain(server: Server, waitMaxMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, waitMaxMs);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** The deadline of calls that have none. */
const DEADLINE_DEFAULT_MS = 30_000;

type UnaryCall = ServerUnaryCall<unknown, unknown>;
type StreamCall = ServerWritableStream<unknown, unknown>;
type CallerNames = ReadonlySet<string>;
type Handler = (request: unknown) => Promise<unknown>;

type Surroundings = {
  readonly stopping: AbortSignal;
  readonly callerAt: (peer: string) => Caller | null;
};

/** Passes calls of those who may make them to handlers, turns what they throw into a status, and counts all of them. */
function callHandlers({ log, metrics }: Runtime, { stopping, callerAt }: Surroundings) {
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

  function admitted(call: UnaryCall | StreamCall, rpcMethod: string, allowed: CallerNames): Caller {
    const caller = callerAt(call.getPeer());
    if (caller && allowed.has(caller.service)) return caller;
    const { service = null, person = null } = caller ?? {};
    log.warn({ peer: call.getPeer(), caller: service, person, rpcMethod }, 'call refused');
    throw new AppError('PERMISSION_DENIED', 'Not permitted for this caller.');
  }

  return {
    once: (rpcMethod: string, handler: Handler, allowed: CallerNames) => {
      return (call: UnaryCall, done: sendUnaryData<unknown>): void => {
        const started = performance.now();
        const finish = (code: status) => {
          const ms = performance.now() - started;
          observe(rpcMethod, code, ms);
          if (code !== status.OK) callFailed(status[code]);
          log.debug({ event: 'rpc', rpcMethod, outcome: status[code], duration_ms: ms }, 'rpc');
        };
        const handle = async () => {
          const caller = admitted(call, rpcMethod, allowed);
          // A process that lags reads calls whose callers have given up meanwhile.
          requireTimeLeft(call.cancelled ? 0 : deadlineOf(call));
          return asCaller(caller, () => handler(call.request));
        };
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
    stream: (rpcMethod: string, handler: StreamHandler, allowed: CallerNames) => {
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

/** A caller that reads nothing for so long must reconnect. */
const STALL_MAX_MS = 5_000;

type StreamHandler = (request: unknown, signal: AbortSignal) => AsyncIterable<unknown>;

/** Sends what the handler yields until it returns, the caller cancels or the server stops. */
async function streamTo(
  call: ServerWritableStream<unknown, unknown>,
  handler: StreamHandler,
  stopping: AbortSignal,
): Promise<void> {
  const canceled = new AbortController();
  call.once('cancelled', () => canceled.abort());
  const signal = AbortSignal.any([canceled.signal, stopping]);
  for await (const message of handler(call.request, signal)) {
    if (signal.aborted) break;
    if (!call.write(message)) await drained(call, signal);
  }
  call.end();
}

async function drained(
  call: ServerWritableStream<unknown, unknown>,
  signal: AbortSignal,
): Promise<void> {
  const late = AbortSignal.timeout(STALL_MAX_MS);
  await once(call, 'drain', { signal: AbortSignal.any([signal, late]) }).catch(() => {
    if (signal.aborted) return;
    throw new AppError('TIMEOUT', 'The caller stopped reading');
  });
}
