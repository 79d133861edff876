import { z } from 'zod';
import { type PixPayment, paymentSchema } from './payment.ts';
import { PixError } from './pix-error.ts';
import { explainIssues, parseReply } from './reply.ts';

const PAGES_MAX = 500;
const LISTINGS_MAX = 3;
const SAME_PAGE_TRIES_MAX = 3;
const ITEMS_MAX = 10_000;
const KEY_LENGTH_MAX = 500;

/** Both ends belong to it. */
export type Window = { readonly from: Date; readonly to: Date; readonly txid?: string };

/** An entry of the list that cannot be read. The rest of its page is good all the same. */
export type Malformed = {
  readonly endToEndId?: string;
  /** The start of the entry as JSON, to tell it from others. */
  readonly entry: string;
  readonly problem: string;
};

export type PixPage = {
  readonly payments: readonly PixPayment[];
  readonly malformed: readonly Malformed[];
};

type Item = { readonly key: string; readonly payment?: PixPayment; readonly malformed?: Malformed };
type Listed = {
  readonly items: readonly Item[];
  readonly number?: number | undefined;
  readonly pages?: number | undefined;
  readonly total?: number | undefined;
};

const count = z.coerce.number().int().min(0).optional().catch(undefined);

const listSchema = z
  .object({
    parametros: z
      .object({
        paginacao: z
          .object({ paginaAtual: count, quantidadeDePaginas: count, quantidadeTotalDeItens: count })
          .nullish(),
      })
      .nullish(),
    pix: z.array(z.unknown()).max(ITEMS_MAX).nullish(),
  })
  .transform(({ parametros, pix }): Listed => {
    const { paginaAtual, quantidadeDePaginas, quantidadeTotalDeItens } =
      parametros?.paginacao ?? {};
    return {
      items: (pix ?? []).map(readItem),
      number: paginaAtual,
      pages: quantidadeDePaginas,
      total: quantidadeTotalDeItens,
    };
  });

/** The query of a window. Some banks refuse milliseconds, so the window grows to whole seconds. */
export function windowQuery({ from, to, txid }: Window): Record<string, string> {
  const second = (ms: number) => new Date(ms * 1000).toISOString().replace('.000Z', 'Z');
  return {
    inicio: second(Math.floor(from.getTime() / 1000)),
    fim: second(Math.ceil(to.getTime() / 1000)),
    ...(txid !== undefined && { txid }),
  };
}

/**
 * Yields every payment of a window exactly once, whatever the bank repeats. A listing that gave less
 * than the bank counts is made again; one that stays short ends with an error, after all that could
 * be had was yielded.
 */
export async function* listWindow(
  fetchPage: (number: number) => Promise<string>,
  firstPage: number,
): AsyncGenerator<PixPage> {
  const seen = new Set<string>();
  for (let listing = 1; listing <= LISTINGS_MAX; listing += 1) {
    let counted = 0;
    for await (const { items, total = 0 } of pagesOf(fetchPage, firstPage)) {
      counted = total;
      const fresh = items.filter(({ key }) => !seen.has(key) && seen.add(key));
      if (fresh.length > 0) yield toPage(fresh);
    }
    if (seen.size >= counted) return;
  }
  throw new PixError('bad-reply', 'The bank lists fewer payments than it counts');
}

async function* pagesOf(
  fetchPage: (number: number) => Promise<string>,
  firstPage: number,
): AsyncGenerator<Listed> {
  for (let index = 0; index < PAGES_MAX; index += 1) {
    const page = await rightPage(fetchPage, firstPage + index);
    yield page;
    const isLast = page.pages === undefined ? page.items.length === 0 : index + 1 >= page.pages;
    if (isLast) return;
  }
  throw new PixError('bad-reply', `The window has more than ${PAGES_MAX} pages`);
}

/** Asks again when the bank answers with another page than it was asked for. */
async function rightPage(
  fetchPage: (number: number) => Promise<string>,
  number: number,
): Promise<Listed> {
  for (let tryNumber = 1; ; tryNumber += 1) {
    const page = parseReply(listSchema, await fetchPage(number));
    const isRight = page.number === undefined || page.number === number;
    if (isRight || tryNumber === SAME_PAGE_TRIES_MAX) return page;
  }
}

function readItem(value: unknown): Item {
  const parsed = paymentSchema.safeParse(value);
  if (parsed.success) return { key: parsed.data.endToEndId, payment: parsed.data };
  const { endToEndId } = z
    .object({ endToEndId: z.string().max(KEY_LENGTH_MAX) })
    .catch({ endToEndId: '' })
    .parse(value);
  const entry = JSON.stringify(value).slice(0, KEY_LENGTH_MAX);
  return {
    key: `malformed ${endToEndId || entry}`,
    malformed: {
      entry,
      problem: `not valid at: ${explainIssues(parsed.error)}`,
      ...(endToEndId && { endToEndId }),
    },
  };
}

function toPage(items: readonly Item[]): PixPage {
  return {
    payments: items.flatMap(({ payment }) => payment ?? []),
    malformed: items.flatMap(({ malformed }) => malformed ?? []),
  };
}
