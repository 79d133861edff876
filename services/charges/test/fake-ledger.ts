import type { HoldRefundRequest } from '@entrada/contracts/gen/ledger/v1/HoldRefundRequest';
import { LedgerService } from '@entrada/contracts/services';
import { AppError } from '@entrada/platform/errors/app-error';
import { serveGrpc } from '@entrada/platform/grpc/server';
import { testRuntime } from '@entrada/platform/testing/test-runtime';

type Handlers = Parameters<typeof serveGrpc<typeof LedgerService.service>>[1];

/** A ledger that holds refunds as the contract says, once each, and can be told to refuse or to fail. */
export async function fakeLedger() {
  const held = new Map<string, HoldRefundRequest>();
  let mood: 'holds' | 'refuses' | 'away' = 'holds';
  const handlers: Pick<Handlers, 'holdRefund'> = {
    async holdRefund(request) {
      if (mood === 'away') throw new AppError('UNAVAILABLE', 'as ordered');
      if (held.has(request.refundId)) return {};
      if (mood === 'refuses') throw new AppError('CONFLICT', 'too little');
      held.set(request.refundId, request);
      return {};
    },
  };
  const server = await serveGrpc(LedgerService.service, handlers as Handlers, {
    host: '127.0.0.1',
    port: 0,
    runtime: testRuntime('ledger'),
  });
  return {
    address: `127.0.0.1:${server.port}`,
    held,
    become(next: typeof mood) {
      mood = next;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
