import { ChargesService } from '@entrada/contracts/services';
import { connectGrpc } from '@entrada/platform/grpc/client';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { Ports } from '../ports.ts';

/** An operator waits no longer; a bank that does is asked again later what became of it. */
const TIMEOUT_MS = 4_000;

type Returns = Pick<Ports, 'returnPayment' | 'returnedAtBank'> & Disposable;

/** Charges alone speaks to the bank about money; without its address nothing can be returned. */
export function openReturns(address: string | undefined, runtime: Runtime): Returns {
  if (!address) {
    return { returnPayment: null, returnedAtBank: null, [Symbol.dispose]() {} };
  }
  const charges = connectGrpc(ChargesService, { address, timeoutMs: TIMEOUT_MS, runtime });
  return {
    async returnPayment(payment) {
      await charges.returnPayment(payment);
    },
    async returnedAtBank(endToEndId) {
      return (await charges.lookUpReturns({ endToEndId })).returnedCents;
    },
    [Symbol.dispose]: () => charges[Symbol.dispose](),
  };
}
