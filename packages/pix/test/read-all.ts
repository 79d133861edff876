import type { PixPage } from '../src/client/listed-page.ts';

export const WINDOW = {
  from: new Date('2026-11-15T03:00:00.900Z'),
  to: new Date('2026-11-15T04:00:00.100Z'),
};

export const e2eid = (number: number) => `E12345678202611150300${String(number).padStart(11, '0')}`;
export const pix = (number: number) => ({
  endToEndId: e2eid(number),
  txid: 'x',
  valor: '1.00',
  horario: '2026-11-15T03:00:00Z',
});

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
