import { answering, bankThat, closeOpened } from './bank-that.ts';
import { type Handler, sendJson } from './fake-bank.ts';
import { e2eid, pix, readAll, WINDOW } from './read-all.ts';

afterEach(closeOpened);

const second = (text: string | null) => Math.floor(new Date(text ?? '').getTime() / 1000);
const START = second('2026-11-15T03:00:00Z');

function askedFor({ url = '' }: Parameters<Handler>[0]) {
  const query = new URL(url, 'http://bank').searchParams;
  const page = Number(query.get('paginacao.paginaAtual'));
  return { from: second(query.get('inicio')), to: second(query.get('fim')), page };
}

/** Payments one a second from the start of the window, served in pages of two, whatever the window is. */
const perSecond =
  (count: number, more: (second: number) => number = () => 1): Handler =>
  (request, response) => {
    const { from, to, page } = askedFor(request);
    const all = Array.from({ length: count }, (_, index) => index)
      .filter((index) => START + index >= from && START + index <= to)
      .flatMap((index) => Array.from({ length: more(index) }, (_, part) => index * 1000 + part));
    sendJson(response, 200, {
      parametros: {
        paginacao: {
          paginaAtual: page,
          itensPorPagina: 2,
          quantidadeDePaginas: Math.ceil(all.length / 2),
          quantidadeTotalDeItens: all.length,
        },
      },
      pix: all.slice(page * 2, page * 2 + 2).map(pix),
    });
  };

const LIMITS = { pagesMax: 3, requestsMax: 5_000 };

test('a window with too many pages is halved until each part can be read', async () => {
  const { client } = await bankThat(perSecond(50), { listLimits: LIMITS });

  const { seen, problems } = await readAll(client.listPix(WINDOW));

  expect([...new Set(seen)].toSorted()).toEqual(
    Array.from({ length: 50 }, (_, index) => e2eid(index * 1000)),
  );
  expect(problems).toEqual([]);
});

test('a second with too many pages is read as far as it goes, flagged, and the rest is read whole', async () => {
  const { client } = await bankThat(
    perSecond(50, (index) => (index === 20 ? 40 : 1)),
    { listLimits: LIMITS },
  );

  const { seen, problems } = await readAll(client.listPix(WINDOW));

  const others = Array.from({ length: 50 }, (_, index) => e2eid(index * 1000));
  expect([...new Set(seen)]).toEqual(expect.arrayContaining(others));
  expect(new Set(problems)).toEqual(new Set(['too-many-pages']));
});

test('a bank whose lists can never be read fails the listing', async () => {
  const { bank, client } = await bankThat(notJson);

  await expect(readAll(client.listPix(WINDOW))).rejects.toMatchObject({ kind: 'bad-response' });

  expect(bank.requests.length).toBeLessThan(30);
});

test('an endless list ends, flagged', async () => {
  const { bank, client } = await bankThat(
    (request, response) => {
      const { page } = askedFor(request);
      const paginacao = { quantidadeDePaginas: page + 2 };
      sendJson(response, 200, { parametros: { paginacao }, pix: [pix(page)] });
    },
    { listLimits: { pagesMax: 3, requestsMax: 100 } },
  );

  const { problems } = await readAll(client.listPix(WINDOW));

  expect(problems.at(-1)).toBe('too-many-pages');
  expect(bank.requests.length).toBeLessThanOrEqual(100);
});

/** One payment a second; a list that contains one of these seconds fails as `fail` says. */
const failingAt =
  (seconds: readonly number[], fail: Handler): Handler =>
  (request, response) => {
    const { from, to } = askedFor(request);
    const isBad = seconds.some((at) => START + at >= from && START + at <= to);
    (isBad ? fail : perSecond(50))(request, response);
  };
const notJson: Handler = (_, response) => void response.end('not JSON');
const answering500 = answering(500, {});
const answering403 = answering(403, {});
const at = (seconds: number) => new Date((START + seconds) * 1000).toISOString();

test.each([
  ['not JSON', notJson],
  ['500', answering500],
  ['403', answering403],
])(
  'seconds that cannot be read (%s), however many in a row, are flagged with their times, and the rest is read',
  async (_, fail) => {
    const bad = [10, 11, 12, 13, 14, 30];
    const states: string[] = [];
    const { bank, client } = await bankThat(failingAt(bad, fail), {
      onCircuit: (_operation, state) => void states.push(state),
    });

    const { seen, unread, problems } = await readAll(client.listPix(WINDOW));

    expect(new Set(seen).size).toBe(50 - bad.length);
    expect(new Set(problems)).toEqual(new Set(['unreadable']));
    expect(unread).toEqual([
      [at(9), at(15)],
      [at(29), at(31)],
    ]);
    expect(states).toEqual([]);
    expect(bank.requests.length).toBeLessThan(120);
  },
);

test.each([
  ['not JSON', 40, 65, notJson],
  ['500', 40, 65, answering500],
  ['403', 40, 65, answering403],
  ['403', 0, 25, answering403],
  ['403', 600, 2_400, answering403],
])(
  'of a stretch that cannot be read (%s, seconds %i to %i) little more than the stretch itself is flagged, in few requests',
  async (_, first, last, fail) => {
    const length = last - first;
    const bad = Array.from({ length: length + 1 }, (_, index) => first + index);
    const { bank, client } = await bankThat(failingAt(bad, fail));

    const { unread } = await readAll(client.listPix(WINDOW));

    expect(unread).toHaveLength(1);
    const [from = 0, to = 0] = (unread[0] ?? []).map((time) => second(time) - START);
    expect(from).toBeLessThanOrEqual(first);
    expect(to).toBeGreaterThanOrEqual(last);
    expect(to - from).toBeLessThan(length + 10 + length / 10);
    expect(bank.requests.length).toBeLessThan(300);
  },
);

test('a bank that fails from some time on is unavailable: the listing fails, and nothing is flagged', async () => {
  let requests = 0;
  const { client } = await bankThat((request, response) => {
    requests += 1;
    const handler = requests > 8 ? answering500 : failingAt([10], notJson);
    handler(request, response);
  });
  const pages: unknown[] = [];

  const reading = (async () => {
    for await (const page of client.listPix(WINDOW)) if (page.problem) pages.push(page);
  })();

  await expect(reading).rejects.toMatchObject({ kind: 'unavailable' });
  expect(pages).toEqual([]);
});

test('times that are left out are not asked for', async () => {
  const { bank, client } = await bankThat(failingAt([10], notJson));
  const except = [{ from: new Date(at(9)), to: new Date(at(11)) }];

  const { seen, unread } = await readAll(client.listPix({ ...WINDOW, except }));

  expect(new Set(seen).size).toBe(49);
  expect(unread).toEqual([]);
  expect(bank.requests).toHaveLength(Math.ceil(10 / 2) + Math.ceil(39 / 2));
});

test('a window that the bank rejects as too long is halved; one that ends in the future is shortened', async () => {
  const rejected = answering(400, { title: 'Invalid window' });
  const { client } = await bankThat((request, response) => {
    const { from, to } = askedFor(request);
    const isRejected = to - from > 600 || to > START + 3_600;
    (isRejected ? rejected : perSecond(50))(request, response);
  });
  const future = new Date(WINDOW.to.getTime() + 2_400_000);

  const { seen, problems } = await readAll(
    client.listPix({ from: WINDOW.from, to: future, orElseTo: WINDOW.to }),
  );

  expect(new Set(seen).size).toBe(50);
  expect(problems).toEqual([]);
});

test('a window that begins where the shorter one ends is empty, and no failure', async () => {
  const { bank, client } = await bankThat(answering(400, {}));
  const to = new Date(WINDOW.to.getTime() + 2_400_000);
  const orElseTo = new Date(WINDOW.to.getTime() - 5_000);

  const { seen, unread } = await readAll(client.listPix({ from: WINDOW.to, to, orElseTo }));

  expect([seen, unread]).toEqual([[], []]);
  expect(bank.requests).toHaveLength(1);
});
