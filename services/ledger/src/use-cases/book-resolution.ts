import { book, holdersOf } from '../domain/book.ts';
import type { IdOf } from '../domain/movement-id.ts';
import { resolutionMovement, type SuspenseItem } from '../domain/suspense.ts';
import type { OpenBooks } from '../ports.ts';

/** Moves the money of a decision that was made or carried out, and publishes it. */
export async function bookResolution(
  tx: OpenBooks,
  item: SuspenseItem,
  { now, idOf }: { readonly now: Date; readonly idOf: IdOf },
): Promise<void> {
  const movement = resolutionMovement(item, item.creditedTo, idOf);
  const accounts = await tx.lockAccounts(holdersOf(movement));
  const result = book(accounts, [movement], { now, idOf });
  const booked = result.booked.find(({ id }) => id === movement.id);
  if (!booked) throw new Error(`the decision about ${item.exceptionId} was not booked`);
  const message = await tx.exceptionMessage(item.exceptionId);
  const published = [{ type: 'resolved' as const, item, message, booked }];
  await tx.write({ ...result, published });
}
