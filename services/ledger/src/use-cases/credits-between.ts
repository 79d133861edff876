import type { Booked } from '../domain/book.ts';
import type { Place } from '../domain/statement.ts';
import type { AuditBooks, Window } from '../ports.ts';

const PAGE_SIZE = 500;

/** Every credit and exception of a window, page by page. */
export async function* creditsBetween(books: AuditBooks, window: Window): AsyncGenerator<Booked> {
  let after: Place | null = null;
  for (;;) {
    const page: readonly Booked[] = await books.receivedBetween(window, after, PAGE_SIZE);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    after = { at: last.at, id: last.id };
  }
}
