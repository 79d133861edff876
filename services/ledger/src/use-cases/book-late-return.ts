import { PLATFORM_ID } from '../domain/posting.ts';
import type { SuspenseItem } from '../domain/suspense.ts';
import type { Ports } from '../ports.ts';
import { bookEvents } from './book-events.ts';

type Needs = Pick<Ports, 'transact' | 'now' | 'idOf'>;
type Made = { readonly refundId: string; readonly valueCents: number };

/**
 * The bank has made a return of ours that the books do not wait for, as after it had refused it: the
 * money has left, and is booked like a return of the bank itself. False: it is on the books already.
 */
export function bookLateReturn(needs: Needs) {
  const bookAll = bookEvents(needs);
  return (item: SuspenseItem, { refundId, valueCents }: Made): Promise<boolean> =>
    needs.transact(async (tx) => {
      const { endToEndId, holderId, chargeId, paymentLinkId } = item;
      // The id that charges gives it, in case charges reports it too.
      const returnId = needs.idOf('payment-return', `${endToEndId} ${refundId}`);
      const named = { returnId, endToEndId, valueCents, bankReturnId: refundId };
      const accountId = holderId === PLATFORM_ID ? null : holderId;
      const at = needs.now().toISOString();
      const charge = (await tx.exceptionMessage(item.exceptionId))?.charge;
      const message = { ...named, returnedAt: at, foundAt: at, ...(charge && { charge }) };
      const bankReturn = { ...named, accountId, chargeId, paymentLinkId };
      const event = { type: 'returned' as const, bankReturn, asRefund: null, message };
      return (await bookAll(tx, [{ ...event, traceId: null }])).length > 0;
    });
}
