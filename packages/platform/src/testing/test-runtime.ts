import { Registry } from 'prom-client';
import { callersOf } from '../grpc/callers.ts';
import { connectGrpc } from '../grpc/client.ts';
import { methodName, type RpcClient } from '../grpc/types.ts';
import { openHealth, type Runtime } from '../runtime/runtime.ts';
import { openLog } from '../telemetry/log.ts';
import { dependencyMetrics } from '../telemetry/metrics.ts';
import { jobSpeed } from './environment.ts';
import { hasTestIdentity, testIdentity } from './identity.ts';

/** The log can be read back, one JSON text a line. */
type TestRuntime = Runtime & { readonly logged: readonly string[] };

/** What `run` gives a service, for one that a test starts in its own process; any other name is an operator's. */
export function testRuntime(service = 'gateway'): TestRuntime {
  const logged: string[] = [];
  const options = { service, level: 'debug', version: 'test' };
  const log = openLog(options, { write: (line) => void logged.push(line) });
  const metrics = new Registry();
  return {
    log,
    metrics,
    health: openHealth(dependencyMetrics(metrics)),
    logged,
    jobSpeed: jobSpeed(),
    callWaitMaxMs: 60_000,
    /** Read when it is used: many tests call nobody. */
    get identity() {
      return testIdentity(hasTestIdentity(service) ? service : 'operator');
    },
  };
}

type Options = { readonly address: string; readonly timeoutMs: number };
type Service<D extends object> = Parameters<typeof connectGrpc<D>>[0];

/** A client for tests of one service: each method is called by the first of those that may call it. */
export function connectAsAllowed<D extends object>(
  service: Service<D>,
  options: Options,
): RpcClient<D> & Disposable {
  const clients = new Map<string, RpcClient<D> & Disposable>();
  const clientOf = (caller: string) => {
    const client =
      clients.get(caller) ?? connectGrpc(service, { ...options, runtime: testRuntime(caller) });
    clients.set(caller, client);
    return client;
  };
  const methods = Object.entries(service.service).map(([rpc, definition]) => {
    const [caller = ''] = callersOf(definition as Parameters<typeof callersOf>[0]);
    const method = methodName(rpc);
    return [
      method,
      (...args: unknown[]) =>
        (clientOf(caller) as unknown as Record<string, (...args: unknown[]) => unknown>)[method]?.(
          ...args,
        ),
    ];
  });
  return Object.assign(Object.fromEntries(methods), {
    [Symbol.dispose]() {
      for (const client of clients.values()) client[Symbol.dispose]();
    },
  });
}
