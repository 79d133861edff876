import { eventually } from '@entrada/platform/testing/eventually';
import { newShop } from './shop.ts';

const DEPOSITS = 5;

const { system, headers, call, get, deposit } = newShop();
beforeAll(async () => {
  for (let i = 1; i <= DEPOSITS; i += 1) {
    const charge = await deposit({ value: i * 1_000, description: `=HYPERLINK("x"),${i}` });
    await system.bank.pay(charge.emv, { notify: true });
    await eventually(async () => expect(await entries('')).toHaveLength(i));
  }
});

const csv = (query = '', more: Record<string, string> = {}) =>
  call({ path: `/api/statement${query}`, headers: { ...headers, accept: 'text/csv', ...more } });

type Entry = { readonly id: string; readonly amount: number; readonly balance: number };

async function entries(query: string): Promise<Entry[]> {
  const { body } = await get(`/api/statement${query}`);
  return body.entries;
}

test('entries are newest first, each with the balance after it', async () => {
  const all = await entries('');
  expect(all.map(({ amount }) => amount)).toEqual([4_950, 3_960, 2_970, 1_980, 990]);
  expect(all.map(({ balance }) => balance)).toEqual([14_850, 9_900, 5_940, 2_970, 990]);
});

test('pages join without gap or repetition', async () => {
  const seen: string[] = [];
  let cursor = '';
  for (let page = 0; page < DEPOSITS; page += 1) {
    const { body } = await get(`/api/statement?limit=2${cursor}`);
    seen.push(...body.entries.map(({ id }: Entry) => id));
    if (body.nextCursor === null) break;
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
  expect(seen).toEqual((await entries('')).map(({ id }) => id));
});

test('a window includes its beginning and not its end', async () => {
  const [, second] = await entries('');
  const { body } = await get('/api/statement');
  const at = body.entries[1].at;
  const from = await entries(`?from=${at}&limit=200`);
  const to = await entries(`?to=${at}&limit=200`);
  expect(from.at(-1)?.id).toBe(second?.id);
  expect(to.map(({ id }) => id)).not.toContain(second?.id);
  expect(from.length + to.length).toBe(DEPOSITS);
});

test('the balance at a time is the final balance of a statement up to it', async () => {
  const balanceAt = async (at: string) =>
    (await get(`/api/balance?at=${encodeURIComponent(at)}`)).body.balance;
  const { body } = await get('/api/statement');
  const [newest, second] = body.entries;

  expect(await balanceAt(second.at)).toEqual({
    available: 5_940,
    suspense: 0,
    owed: 0,
    held: 0,
    currency: 'BRL',
  });
  expect(await balanceAt(newest.at)).toMatchObject({ available: 9_900 });
  const inSaoPaulo = new Date(Date.parse(newest.at) - 3 * 3_600_000).toISOString();
  expect(await balanceAt(inSaoPaulo.replace('Z', '-03:00'))).toMatchObject({ available: 9_900 });
  expect(await balanceAt('2020-01-01T00:00:00Z')).toMatchObject({ available: 0, suspense: 0 });
  const now = await get('/api/balance');
  expect(await balanceAt('2999-12-31T23:59:59Z')).toEqual(now.body.balance);
});

test.each(['', 'yesterday', '2026-11-15', '2026-13-45T00:00:00Z', '1763164800'])(
  'the error of a balance at %j names the field',
  async (at) => {
    const reply = await get(`/api/balance?at=${at}`);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ success: false, code: 'invalid_request' });
    expect(JSON.stringify(reply.body)).toContain('at must be an ISO 8601 date and time');
  },
);

test('opening and closing balance are those right before the window and right before its end', async () => {
  const bounds = async (query: string) => {
    const { openingBalance, closingBalance } = (await get(`/api/statement${query}`)).body;
    return [openingBalance, closingBalance];
  };
  const all = (await get('/api/statement')).body.entries;
  const [newest, second, third] = all;

  expect(await bounds('')).toEqual([0, 14_850]);
  expect(await bounds('?limit=1')).toEqual([0, 14_850]);
  expect(await bounds(`?from=${second.at}`)).toEqual([5_940, 14_850]);
  expect(await bounds(`?from=${third.at}&to=${newest.at}`)).toEqual([2_970, 9_900]);
  expect(await bounds('?from=2999-01-01T00:00:00Z')).toEqual([14_850, 14_850]);
  expect(await bounds('?to=2020-01-01T00:00:00Z')).toEqual([0, 0]);
});

test('a statement for a spreadsheet has local times, decimal amounts and the separator asked for', async () => {
  const query = '?format=csv&tz=America/New_York&sep=%3B';
  const reply = await get(`/api/statement${query}`);
  const { entries: all } = (await get('/api/statement')).body;
  const [head, first, ...rest] = reply.text.trimEnd().split('\r\n');

  expect(reply.headers['content-disposition']).toContain('attachment; filename="statement.csv"');
  expect(head).toBe(
    '\uFEFFid;at (America/New_York);kind;amount;amountCents;balance;balanceCents;paymentLinkId;description;value;valueCents;fee;feeCents;externalId',
  );
  expect(rest).toHaveLength(DEPOSITS - 1);
  const [id, at, kind, ...amounts] = String(first).split(';');
  expect([id, kind]).toEqual([all[0].id, 'DEPOSIT']);
  expect(at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(amounts.slice(0, 4)).toEqual(['49,50', '4950', '148,50', '14850']);
  expect(amounts.slice(6, 10)).toEqual(['50,00', '5000', '0,50', '50']);
});

test.each(['limit=5', 'cursor=x', 'tz=Mars/Olympus', 'sep=|', 'format=xml'])(
  'a file with %s is refused',
  async (query) => {
    const path = `/api/statement?format=csv&${query}`.replace('format=csv&format', 'format');
    expect((await call({ path, headers })).status).toBe(400);
  },
);

test('the whole statement is sent as CSV, without cells that a spreadsheet runs as formulas', async () => {
  const reply = await csv();
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(reply.headers['content-disposition']).toContain('statement.csv');
  const [head, ...lines] = reply.text.trimEnd().split('\r\n');
  expect(head).toBe('id,at,kind,amount,balance,paymentLinkId,description,value,fee,externalId');
  expect(lines).toHaveLength(DEPOSITS);
  const ids = (await entries('')).map(({ id }) => id);
  expect(lines.map((line) => line.split(',')[0])).toEqual(ids);
  expect(reply.text).not.toMatch(/(^|,)"?[=@+]/m);
});

test.each(['application/json', '*/*', 'text/csv;q=0.5, application/json', 'image/png', ''])(
  'the statement is JSON when %j is accepted',
  async (accept) => {
    const reply = await csv('', { accept });
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  },
);

test.each(['?cursor=malformed', '?limit=0', '?from=x'])(
  'a statement asked for with %s is refused before anything is streamed',
  async (query) => {
    for (const accept of ['text/csv', 'application/json']) {
      const reply = await csv(query, { accept });
      expect([accept, reply.status, reply.body.success]).toEqual([accept, 400, false]);
    }
  },
);
