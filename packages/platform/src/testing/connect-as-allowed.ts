import { connectGrpc } from '../grpc/client.ts';
import { callersOf } from '../grpc/method-callers.ts';
import { methodName, type RpcClient } from '../grpc/types.ts';
import { testRuntime } from './test-runtime.ts';

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
