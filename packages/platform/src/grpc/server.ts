import {
  experimental,
  Server,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { requirePort } from '../runtime/port.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { callHandlers, type Handler } from './call-handlers.ts';
import { watchCallers } from './callers.ts';
import { callersOf } from './method-callers.ts';
import { requireIdentity } from './require-identity.ts';
import type { StreamHandler } from './stream-to.ts';
import { isStream, methodName, type RpcHandlers } from './types.ts';

/** tryShutdown waits without limit for a call that does not end. */
const DRAIN_MAX_MS = 10_000;
const PING_EVERY_MS = 30_000;
const MESSAGE_BYTES_MAX = 1_048_576;

const OPTIONS = {
  'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
  'grpc.keepalive_timeout_ms': 5_000,
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
