import {
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServiceDefinition,
  type sendUnaryData,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { AppError } from '../errors/app-error.ts';
import { toGrpcStatus } from '../errors/grpc-status.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { rpcServerMetrics } from '../telemetry/rpc-metrics.ts';
import { withDeadline } from './deadline.ts';
import { methodName, type RpcHandlers } from './types.ts';

/** A caller without a deadline of its own is answered within this time. */
const DEADLINE_DEFAULT_MS = 30_000;
/** tryShutdown waits for ever on a call that never ends. */
const DRAIN_MAX_MS = 10_000;
const MESSAGE_BYTES_MAX = 1_048_576;

const OPTIONS = {
  'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
  // Clients balance over the addresses DNS gives; ageing connections makes them look again.
  'grpc.max_connection_age_ms': 300_000,
  'grpc.max_connection_age_grace_ms': 30_000,
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 5_000,
};

type Options = {
  readonly host: string;
  readonly port: number;
  readonly runtime: Runtime;
  readonly drainMaxMs?: number;
};
type Handler = (request: unknown) => Promise<unknown>;

/** Serves one gRPC service and the standard health service; disposing it drains. */
export async function serveGrpc<D extends ServiceDefinition>(
  definition: D,
  handlers: RpcHandlers<NoInfer<D>>,
  { host, port, runtime, drainMaxMs = DRAIN_MAX_MS }: Options,
): Promise<{ port: number } & AsyncDisposable> {
  const server = new Server(OPTIONS);
  const observe = rpcServerMetrics(runtime.metrics);
  const implementation: UntypedServiceImplementation = {};
  for (const [rpc, { path }] of Object.entries(definition)) {
    const handler = (handlers as Record<string, Handler>)[methodName(rpc)];
    // The type of `handlers` demands each; grpc-js answers UNIMPLEMENTED for one that is absent.
    if (!handler) continue;
    implementation[rpc] = (call: ServerUnaryCall<unknown, unknown>, done: sendUnaryData<unknown>) =>
      answer(call, done, path, handler);
  }
  server.addService(definition, implementation);
  const health = new HealthImplementation({ '': 'SERVING' });
  health.addToServer(server);

  const bound = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, boundPort) =>
      error ? reject(error) : resolve(boundPort),
    ),
  );

  function answer(
    call: ServerUnaryCall<unknown, unknown>,
    done: sendUnaryData<unknown>,
    rpcMethod: string,
    handler: Handler,
  ): void {
    const started = performance.now();
    const finish = (code: status) => observe(rpcMethod, code, performance.now() - started);
    withDeadline(deadlineOf(call), async () => handler(call.request)).then(
      (reply) => {
        finish(status.OK);
        done(null, reply);
      },
      (error: unknown) => {
        if (!(error instanceof AppError))
          runtime.log.error({ err: error, rpcMethod }, 'rpc failed');
        const failure = toGrpcStatus(error);
        finish(failure.code ?? status.UNKNOWN);
        done(failure);
      },
    );
  }

  return {
    port: bound,
    async [Symbol.asyncDispose]() {
      health.setStatus('', 'NOT_SERVING');
      await drain(server, drainMaxMs);
    },
  };
}

function deadlineOf(call: ServerUnaryCall<unknown, unknown>): number {
  const deadline = call.getDeadline();
  const ms = deadline instanceof Date ? deadline.getTime() : deadline;
  return Number.isFinite(ms) ? ms : Date.now() + DEADLINE_DEFAULT_MS;
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
