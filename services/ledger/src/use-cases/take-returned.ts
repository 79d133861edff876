import { correctFromSuspense } from '../domain/bank-return.ts';
import { book, holdersOf } from '../domain/book.ts';
import type { IdOf } from '../domain/movement-id.ts';
import { NOT_ON_BOOKS } from '../domain/payment-bookings.ts';
import { leftOf, Resolution, refusalCause, type SuspenseItem } from '../domain/suspense.ts';
import type { OpenBooks } from '../ports.ts';

/**
 * While our own return of a payment was under way, a return by the bank could not be taken from suspense
 * and was paid by a holder. Ours was refused, so that amount is taken from suspense now.
 * The payment is locked, so that no return of it is booked meanwhile.
 */
export async function takeReturned(
  tx: OpenBooks,
  item: SuspenseItem,
  { now, idOf }: { readonly now: Date; readonly idOf: IdOf },
): Promise<SuspenseItem> {
  const payments = await tx.findPayments([item.endToEndId]);
  const { returnedBy } = payments.get(item.endToEndId) ?? NOT_ON_BOOKS;
  const undecided = { ...item, leftCents: leftOf(item) };
  const corrected = correctFromSuspense(refusalCause(item, idOf), undecided, returnedBy, idOf);
  const { movements, taken, leftCents } = corrected;
  if (movements.length === 0) return item;
  const accounts = await tx.lockAccounts(movements.flatMap(holdersOf));
  await tx.write({ ...book(accounts, movements, { now, idOf }), taken });
  const resolution = leftCents === 0 ? Resolution.Returned : null;
  return { ...item, resolution, returnedCents: item.amountCents - leftCents };
}
