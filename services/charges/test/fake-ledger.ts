import type { HoldRefundRequest } from '@entrada/contracts/gen/ledger/v1/HoldRefundRequest';
import { LedgerService } from '@entrada/contracts/services';
import { AppError } from '@entrada/platform/errors/app-error';
import { serveGrpc } from '@entrada/platform/grpc/server';
import { testRuntime } from '@entrada/platform/testing/test-runtime';

type Handlers = Parameters<typeof serveGrpc<typeof LedgerService.service>>[1];
type Mood = 'holds' | 'refuses' | 'unavailable';

/** A ledger that holds refunds as the contract says, once each, and can be made to refuse or to fail. */
export async function fakeLedger() {
  const held = new Map<string, HoldRefundRequest>();
  const stops: ((request: HoldRefundRequest) => Promise<Mood>)[] = [];
  let mood: Mood = 'holds';
  const handlers: Pick<Handlers, 'holdRefund' | 'isReturnDecided'> = {
    isReturnDecided: async () => ({ isDecided: mood !== 'refuses' }),
    async holdRefund(request) {
      const stop = stops.shift();
      const reply = stop ? await stop(request) : mood;
      if (reply === 'unavailable') throw new AppError('UNAVAILABLE', 'as ordered');
      if (reply === 'refuses' && (stop || !held.has(request.refundId))) {
        throw new AppError('CONFLICT', 'too little');
      }
      const isKnown = held.has(request.refundId);
      held.set(request.refundId, request);
      return { isKnown };
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
    become(next: Mood) {
      mood = next;
    },
    /** Stops the next call; the test decides when it is answered, and how. */
    stopNext() {
      const arrived = Promise.withResolvers<HoldRefundRequest>();
      const answered = Promise.withResolvers<Mood>();
      stops.push((request) => {
        arrived.resolve(request);
        return answered.promise;
      });
      return { arrived: arrived.promise, answer: answered.resolve };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
