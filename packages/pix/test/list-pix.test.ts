import type { PixPage } from '../src/client/listed-page.ts';
import { bankThat, closeOpened } from './bank-that.ts';
import { type Handler, sendJson } from './fake-bank.ts';
import { e2eid, pix, readAll, WINDOW } from './read-all.ts';

afterEach(closeOpened);

type Paging = {
  paginaAtual?: unknown;
  quantidadeDePaginas?: unknown;
  quantidadeTotalDeItens?: unknown;
};
type Page = { readonly items: readonly unknown[]; readonly paging: Paging };

/** Answers the n-th request with what the test says of the page asked for. */
const serving = (answer: (page: number, request: number) => Page): Handler =>
  (() => {
    let requests = 0;
    return ({ url = '' }, response) => {
      const query = new URL(url, 'http://bank').searchParams;
      const { items, paging } = answer(Number(query.get('paginacao.paginaAtual')), ++requests);
      sendJson(response, 200, { parametros: { paginacao: paging }, pix: items });
    };
  })();

const PAGES = [[1, 2], [3, 4], [5]];
const ALL = PAGES.flat().map(e2eid);
const right = (page: number): Page => ({
  items: (PAGES[page] ?? []).map(pix),
  paging: { paginaAtual: page, quantidadeDePaginas: 3, quantidadeTotalDeItens: 5 },
});

test('the window goes out in whole seconds and every page is read', async () => {
  const { bank, client } = await bankThat(serving(right));

  expect((await readAll(client.listPix({ ...WINDOW, txid: 'x' }))).seen).toEqual(ALL);
  const query = new URL(bank.requests[0]?.line.slice(4) ?? '', 'http://bank').searchParams;
  expect(Object.fromEntries(query)).toEqual({
    inicio: '2026-11-15T03:00:00Z',
    fim: '2026-11-15T04:00:01Z',
    txid: 'x',
    'paginacao.paginaAtual': '0',
    'paginacao.itensPorPagina': '1000',
  });
  expect(bank.requests).toHaveLength(3);
});

test('an empty window is one request and no payment', async () => {
  const { bank, client } = await bankThat(
    serving(() => ({ items: [], paging: { quantidadeDePaginas: 0, quantidadeTotalDeItens: 0 } })),
  );

  expect((await readAll(client.listPix(WINDOW))).seen).toEqual([]);
  expect(bank.requests).toHaveLength(1);
});

test.each<[string, (page: number, request: number) => Page]>([
  ['sends one page twice and says so', (page, request) => right(request === 2 ? 0 : page)],
  [
    'sends one page twice, says so and does not count',
    (page, request) => {
      const sent = request === 2 ? 0 : page;
      return { ...right(sent), paging: { paginaAtual: sent, quantidadeDePaginas: 3 } };
    },
  ],
  [
    'sends one page twice and denies it',
    (page, request) => ({ ...right(page), items: right(request === 2 ? 0 : page).items }),
  ],
  ['repeats items', (page) => ({ ...right(page), items: [...right(page).items, pix(1), pix(1)] })],
  [
    'says too few pages at first',
    (page, request) => ({
      ...right(page),
      paging: {
        paginaAtual: page,
        quantidadeDePaginas: request === 1 ? 2 : 3,
        quantidadeTotalDeItens: 5,
      },
    }),
  ],
  [
    'ends too early once',
    (page, request) => ({
      ...right(page),
      paging: { ...right(page).paging, quantidadeDePaginas: request <= 2 ? 2 : 3 },
    }),
  ],
  [
    'sends a short page',
    (page, request) => (request === 1 ? { ...right(0), items: [pix(1)] } : right(page)),
  ],
  [
    'counts in text',
    (page) => ({ ...right(page), paging: { paginaAtual: String(page), quantidadeDePaginas: '3' } }),
  ],
  ['does not count', (page) => ({ ...right(page), paging: {} })],
])('a bank that %s still gives every payment once', async (_, answer) => {
  const { client } = await bankThat(serving(answer));

  const { seen } = await readAll(client.listPix(WINDOW));

  expect(seen.toSorted()).toEqual(ALL);
});

const counting = (quantidadeTotalDeItens: unknown) => (page: number) => ({
  ...right(page),
  paging: { ...right(page).paging, quantidadeTotalDeItens },
});

test.each<[string, (page: number) => Page, string]>([
  ['counts more than it lists', counting(6), 'count-mismatch'],
  ['counts less than it lists', counting(4), 'count-too-low'],
  ['counts nothing', counting(0), 'count-too-low'],
  [
    'lists a payment twice and counts it twice',
    (page) => ({
      items: [...right(page).items, ...(page === 0 ? [pix(1)] : [])],
      paging: { ...right(page).paging, quantidadeTotalDeItens: 6 },
    }),
    'count-mismatch',
  ],
])('a bank that %s is read whole, and flagged', async (_, answer, problem) => {
  const { client } = await bankThat(serving(answer));

  const { seen, problems } = await readAll(client.listPix(WINDOW));

  expect(seen).toEqual(ALL);
  expect(problems).toEqual([problem]);
});

test.each([[null], [''], [false]])(
  'a count of %j is no count of zero: the list is read whole, and not flagged',
  async (total) => {
    const { client } = await bankThat(serving(counting(total)));

    const { seen, problems } = await readAll(client.listPix(WINDOW));

    expect(seen).toEqual(ALL);
    expect(problems).toEqual([]);
  },
);

test.each<[string, unknown, number, object]>([
  ['none', 0, 0, { quantidadeDePaginas: 0, quantidadeTotalDeItens: 0 }],
  ['five', 5, 1, { quantidadeDePaginas: 5, quantidadeTotalDeItens: '5' }],
  ['null', null, 1, { quantidadeDePaginas: 5, quantidadeTotalDeItens: null }],
  ['empty text', null, 0, { quantidadeDePaginas: 0, quantidadeTotalDeItens: '' }],
  ['none beside a payment', null, 1, { quantidadeDePaginas: 0, quantidadeTotalDeItens: 0 }],
  ['those of the page only', null, 1, { quantidadeDePaginas: 5, quantidadeTotalDeItens: 1 }],
  ['nothing', null, 1, {}],
])('the payments of a window, where a bank counts %s, are %j', async (_, count, items, paging) => {
  const { bank, client } = await bankThat(
    serving(() => ({ items: PAGES.flat().slice(0, items).map(pix), paging })),
  );

  expect(await client.countPix(WINDOW)).toBe(count);
  expect(bank.requests).toHaveLength(1);
});

test('pages beyond the reported end are read while the count says that there are more', async () => {
  const { client } = await bankThat(
    serving((page) => ({
      ...right(page),
      paging: { ...right(page).paging, quantidadeDePaginas: 1 },
    })),
  );

  const { seen, problems } = await readAll(client.listPix(WINDOW));

  expect(seen).toEqual(ALL);
  expect(problems).toEqual([]);
});

test.each([
  ['one object', { id: 'r1', valor: '1.00', status: 'DEVOLVIDO' }, 1, 0],
  ['an object of another kind', { some: 'thing' }, 0, 1],
  ['an empty object', {}, 0, 0],
  ['text', 'none', 0, 1],
  ['a list with a bad amount', [{ id: 'r1', valor: 'much', status: 'DEVOLVIDO' }], 0, 1],
  ['a list with an unknown status', [{ id: 'r1', valor: '1.00', status: 'NOVO' }], 0, 1],
  ['a list of nothing', [null, 3], 0, 2],
])('refunds written as %s leave the payment readable', async (_, devolucoes, refunds, problems) => {
  const { client } = await bankThat(
    serving(() => ({ items: [{ ...pix(1), devolucoes }], paging: {} })),
  );

  const { value } = await client.listPix(WINDOW).next();

  expect(value.malformed).toEqual([]);
  expect(value.payments[0].endToEndId).toBe(e2eid(1));
  expect(value.payments[0].refunds).toHaveLength(refunds);
  expect(value.payments[0].refundProblems).toHaveLength(problems);
});

test('one entry that cannot be read does not hide the others', async () => {
  const broken = { ...pix(2), valor: 'much' };
  const { client } = await bankThat(
    serving(() => ({
      items: [pix(1), broken, 'not an object', pix(3)],
      paging: { paginaAtual: 0, quantidadeDePaginas: 1, quantidadeTotalDeItens: 4 },
    })),
  );

  const pages: PixPage[] = [];
  for await (const page of client.listPix(WINDOW)) pages.push(page);

  expect(pages).toHaveLength(1);
  expect(pages[0]?.payments.map((one) => one.endToEndId)).toEqual([e2eid(1), e2eid(3)]);
  expect(pages[0]?.malformed).toEqual([
    { endToEndId: e2eid(2), problem: 'not valid at: valor', entry: JSON.stringify(broken) },
    { problem: 'not valid at: body', entry: '"not an object"' },
  ]);
});

test.each([
  ['a NUL', 'a\u0000b'],
  ['more than anybody uses', 'x'.repeat(101)],
])('a txid with %s counts as absent, and its payment is read', async (_what, txid) => {
  const items = [{ ...pix(1), txid }, pix(2)];
  const paging = { paginaAtual: 0, quantidadeDePaginas: 1, quantidadeTotalDeItens: 2 };
  const { client } = await bankThat(serving(() => ({ items, paging })));

  const read: unknown[] = [];
  for await (const { payments } of client.listPix(WINDOW)) {
    read.push(...payments.map((one) => [one.endToEndId, one.txid]));
  }

  expect(read).toEqual([
    [e2eid(1), undefined],
    [e2eid(2), 'x'],
  ]);
});
