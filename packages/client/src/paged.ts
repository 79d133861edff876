import { EntradaError } from './entrada-error.ts';

type Cursors = { readonly nextCursor: string | null };

/** A list: `for await` reads every item, page after page; `page()` reads one page. */
export type Paged<Item, Page extends Cursors> = AsyncIterable<Item> & {
  /** The first page or, with the `nextCursor` of a page, the one after it. */
  page(cursor?: string): Promise<Page>;
};

type Query = { readonly cursor?: string };

export function paged<Item, Page extends Cursors>(
  first: Query | undefined,
  read: (query: Query) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
): Paged<Item, Page> {
  const page = (cursor = first?.cursor) => read(cursor === undefined ? {} : { cursor });
  return {
    page,
    async *[Symbol.asyncIterator]() {
      for (let cursor = first?.cursor; ; ) {
        const found = await page(cursor);
        yield* itemsOf(found);
        const next = found.nextCursor ?? undefined;
        if (next === undefined) return;
        if (next === cursor) throw repeated();
        cursor = next;
      }
    },
  };
}

function repeated(): EntradaError {
  const problem = 'The server repeats a page of the list instead of continuing it';
  return new EntradaError(problem, { code: 'invalid_reply' });
}
