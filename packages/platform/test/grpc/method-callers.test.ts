import {
  AuthService,
  ChargesService,
  LedgerService,
  WebhooksService,
} from '@entrada/contracts/services';
import { callersOf } from '../../src/grpc/callers.ts';
import { connectGrpc } from '../../src/grpc/client.ts';
import { serveGrpc } from '../../src/grpc/server.ts';
import { isStream, methodName, type RpcHandlers } from '../../src/grpc/types.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';

const CALLERS = ['auth', 'charges', 'gateway', 'ledger', 'operator', 'webhooks'];
const SERVICES = [
  ['auth', AuthService],
  ['charges', ChargesService],
  ['ledger', LedgerService],
  ['webhooks', WebhooksService],
] as const;

type Any = { new (...args: never[]): unknown; service: object };
type Client = Record<string, (request: object, options?: object) => Promise<unknown>> & Disposable;
type Rpc = Parameters<typeof callersOf>[0] & { readonly responseStream: boolean };

/** Every method is there and replies with nothing. */
function handlersOf(definition: object): RpcHandlers<typeof LedgerService.service> {
  const handlers = Object.entries(definition).map(([rpc, method]) => [
    methodName(rpc),
    isStream(rpc, method) ? emptyStream : async () => ({}),
  ]);
  return Object.fromEntries(handlers);
}

async function* emptyStream() {}

async function isAdmitted(client: Client, rpc: string, method: Rpc): Promise<boolean> {
  const call = client[methodName(rpc)];
  const read = async () => {
    const options = { signal: new AbortController().signal, silenceMaxMs: 5_000 };
    const replies = call?.({}, options) as unknown as AsyncIterable<unknown>;
    for await (const _ of replies);
  };
  const made = isStream(rpc, method) ? read() : call?.({});
  return Promise.resolve(made).then(
    () => true,
    (error: { code?: string }) => {
      if (error.code !== 'PERMISSION_DENIED') throw error;
      return false;
    },
  );
}

test.each(SERVICES)(
  'each method of %s admits the callers that it lists, and no other',
  async (name, service) => {
    const { service: definition } = service as unknown as Any;
    await using server = await serveGrpc(definition as never, handlersOf(definition) as never, {
      host: '127.0.0.1',
      port: 0,
      runtime: testRuntime(name),
    });
    const address = `127.0.0.1:${server.port}`;
    for (const caller of CALLERS) {
      const options = { address, timeoutMs: 30_000, runtime: testRuntime(caller) };
      using client = connectGrpc(service as never, options) as unknown as Client;
      for (const [rpc, method] of Object.entries(definition) as [string, Rpc][]) {
        const found = { caller, rpc, isAdmitted: await isAdmitted(client, rpc, method) };
        expect(found).toEqual({ caller, rpc, isAdmitted: callersOf(method).has(caller) });
      }
    }
  },
);

test.each(SERVICES)(
  '%s lists known callers only, and never lets everybody in',
  (_name, service) => {
    const { service: definition } = service as unknown as Any;
    for (const method of Object.values(definition) as Rpc[]) {
      const callers = [...callersOf(method)];
      expect(CALLERS).toEqual(expect.arrayContaining(callers));
      expect(callers.length).toBeLessThan(CALLERS.length);
    }
  },
);
