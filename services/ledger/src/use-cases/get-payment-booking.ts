import type { PaymentRecord } from '../domain/recovery.ts';
import { suspenseReturnIds } from '../domain/suspense.ts';
import type { Ports } from '../ports.ts';

type Booking = PaymentRecord & { readonly requestedReturnIds: readonly string[] };

/** What charges needs to insert a charge again that it lost, and to tell our returns from the bank's own. */
export function getPaymentBooking({ paymentRecord, idOf }: Pick<Ports, 'paymentRecord' | 'idOf'>) {
  return async (endToEndId: string, chargeId: string | null): Promise<Booking> => {
    const record = await paymentRecord(endToEndId, chargeId);
    const { exceptionId } = record;
    const requestedReturnIds = exceptionId === null ? [] : suspenseReturnIds(exceptionId, idOf);
    return { ...record, requestedReturnIds };
  };
}
