import { LedgerService } from '@entrada/contracts/services';
import { connectGrpc } from '../../src/grpc/client.ts';
import { serveGrpc } from '../../src/grpc/server.ts';
import type { RpcHandlers } from '../../src/grpc/types.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';

type Balance = {
  availableCents: number;
  suspenseCents: number;
  owedCents: number;
  heldCents: number;
};

export const EMPTY: Balance = { availableCents: 0, suspenseCents: 0, owedCents: 0, heldCents: 0 };
export const never = () => new Promise<never>(() => {});

type Serving = Partial<Parameters<typeof serveGrpc>[2]>;
type Connecting = Partial<Omit<Parameters<typeof connectGrpc>[1], 'address'>>;

/** A real service on a real socket, of which only one method is there. */
export async function serveLedger(
  getBalance: (request: { accountId: string }) => Promise<Balance>,
  { port = 0, drainMaxMs = 30_000, runtime = testRuntime('ledger'), ...more }: Serving = {},
) {
  const handlers = { getBalance } as unknown as RpcHandlers<typeof LedgerService.service>;
  const options = { host: '127.0.0.1', port, drainMaxMs, runtime, ...more };
  return serveGrpc(LedgerService.service, handlers, options);
}

export function connectLedger(
  port: number | readonly number[],
  { timeoutMs = 30_000, runtime = testRuntime(), ...more }: Connecting = {},
) {
  const hosts = [port].flat().map((p) => `127.0.0.1:${p}`);
  const address = `ipv4:${hosts.join(',')}`;
  return connectGrpc(LedgerService, { address, timeoutMs, runtime, ...more });
}
