import type { ReturnStatus } from '@entrada/contracts/gen/charges/v1/ReturnStatus';
import { ChargesService } from '@entrada/contracts/services';
import { connectGrpc } from '@entrada/platform/grpc/client';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { FoundReturn } from '../domain/suspense.ts';
import type { Ports } from '../ports.ts';

/** An operator waits no longer; a bank that does is asked again later what became of it. */
const TIMEOUT_MS = 4_000;

type Returns = Pick<Ports, 'returnPayment' | 'statusOfReturn'> & Disposable;

const STANDING: Partial<Record<ReturnStatus, FoundReturn['status']>> = {
  RETURN_STATUS_PROCESSING: 'PROCESSING',
  RETURN_STATUS_SETTLED: 'SETTLED',
  RETURN_STATUS_FAILED: 'FAILED',
  RETURN_STATUS_UNKNOWN: 'UNKNOWN',
};

/** Charges alone speaks to the bank about money; without its address nothing can be returned. */
export function openReturns(address: string | undefined, runtime: Runtime): Returns {
  if (!address) {
    return { returnPayment: null, statusOfReturn: null, [Symbol.dispose]() {} };
  }
  const charges = connectGrpc(ChargesService, { address, timeoutMs: TIMEOUT_MS, runtime });
  return {
    async returnPayment(payment) {
      const { status, failure } = await charges.returnPayment(payment);
      if (status === 'RETURN_STATUS_SETTLED') return { status: 'SETTLED' };
      if (status === 'RETURN_STATUS_FAILED') return { status: 'FAILED', failure };
      return { status: 'PROCESSING' };
    },
    async statusOfReturn(payment) {
      const { status, valueCents } = await charges.getReturn(payment);
      // One that we have no word for may be on its way; a version before this one names no amount.
      return {
        status: STANDING[status] ?? 'PROCESSING',
        valueCents: valueCents || payment.valueCents,
      };
    },
    [Symbol.dispose]: () => charges[Symbol.dispose](),
  };
}
