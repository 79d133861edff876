import type { PixPage } from '../src/client/listed-page.ts';

/** Every id that a listing yields, and what it flags. */
export async function readAll(pages: AsyncGenerator<PixPage>) {
  const all: PixPage[] = [];
  for await (const page of pages) all.push(page);
  return {
    seen: all.flatMap(({ payments }) => payments.map((one) => one.endToEndId)),
    problems: all.flatMap(({ problem }) => problem ?? []),
    unread: all.flatMap(({ unread }) =>
      unread ? [[unread.from.toISOString(), unread.to.toISOString()]] : [],
    ),
  };
}
