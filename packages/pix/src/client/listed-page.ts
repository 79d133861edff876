import { z } from 'zod';
import { type PixPayment, paymentSchema } from './payment.ts';
import { explainIssues } from './response.ts';

const ITEMS_MAX = 10_000;
const ENTRY_LENGTH_MAX = 500;

/** An unreadable entry of the list. The rest of its page is valid. */
type MalformedItem = {
  readonly endToEndId?: string;
  /** The start of the entry as JSON, to identify it. */
  readonly entry: string;
  readonly problem: string;
};

export type PixPage = {
  readonly payments: readonly PixPayment[];
  readonly malformed: readonly MalformedItem[];
  /** A fault of the list itself; such a page has no payments. */
  readonly problem?: ListProblem;
  /** The time that the fault is about, where payments of it may be missing. */
  readonly unread?: UnreadWindow;
};

/** Whole seconds, both ends included. */
export type UnreadWindow = { readonly from: Date; readonly to: Date; readonly reason: string };

/** A count that is too low is usual while payments arrive during the listing; nothing is missed then. */
export type ListProblem = 'count-too-low' | 'count-mismatch' | 'too-many-pages' | 'unreadable';

type Item = {
  readonly key: string;
  readonly payment?: PixPayment;
  readonly malformed?: MalformedItem;
};

/** A page as the bank sent it; its own counts may be absent. */
export type ListedPage = {
  readonly items: readonly Item[];
  readonly number?: number | undefined;
  readonly size?: number | undefined;
  readonly pages?: number | undefined;
  readonly total?: number | undefined;
};

/** Some banks send a count as text. Null and empty text are no count of zero. */
const count = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.int().min(0))
  .optional()
  .catch(undefined);

const paging = z.object({
  paginaAtual: count,
  itensPorPagina: count,
  quantidadeDePaginas: count,
  quantidadeTotalDeItens: count,
});

export const listSchema = z
  .object({
    parametros: z
      .object({ paginacao: paging.nullish().catch(null) })
      .nullish()
      .catch(null),
    pix: z.array(z.unknown()).max(ITEMS_MAX).nullish(),
  })
  .transform(({ parametros, pix }): ListedPage => {
    const { paginacao } = parametros ?? {};
    return {
      items: (pix ?? []).map(readItem),
      number: paginacao?.paginaAtual,
      size: paginacao?.itensPorPagina,
      pages: paginacao?.quantidadeDePaginas,
      total: paginacao?.quantidadeTotalDeItens,
    };
  });

function readItem(value: unknown): Item {
  const parsed = paymentSchema.safeParse(value);
  if (parsed.success) return { key: parsed.data.endToEndId, payment: parsed.data };
  const { endToEndId } = z
    .object({ endToEndId: z.string().max(ENTRY_LENGTH_MAX) })
    .catch({ endToEndId: '' })
    .parse(value);
  const entry = JSON.stringify(value).slice(0, ENTRY_LENGTH_MAX);
  return {
    key: `malformed ${endToEndId || entry}`,
    malformed: {
      entry,
      problem: `not valid at: ${explainIssues(parsed.error)}`,
      ...(endToEndId && { endToEndId }),
    },
  };
}

export function toPage(items: readonly Item[]): PixPage {
  return {
    payments: items.flatMap(({ payment }) => payment ?? []),
    malformed: items.flatMap(({ malformed }) => malformed ?? []),
  };
}
