import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { DAY_MS } from '@entrada/platform/time/units';
import { runSystem } from '../../../test/harness/run-system.ts';
import { startReceiver } from './receiver.ts';
import { newShop } from './shop.ts';

const receiver = forTests(() => startReceiver());
const { system, get, post, deposit, newHeaders } = newShop(() => runSystem());
beforeAll(async () => {
  await post('/api/webhooks', { name: 'shop', url: receiver.url });
  const paid = await deposit();
  await deposit({ value: 2_000 });
  await system.bank.pay(paid.emv, { notify: true });
  await eventually(async () => expect((await totals()).notified).toEqual({ count: 1 }));
  const path = `/api/deposit/${paid.paymentLinkId}/refund`;
  await post(path, { value: 500 }, { 'idempotency-key': 'refund' });
});
afterEach(() => {
  for (const line of Object.values(system.lines)) line.restore();
});

const ask = (query = '') => get(`/api/overview${query}`);

async function totals(query = '') {
  return (await ask(query)).body.overview.totals;
}

const TOTALS = {
  created: { count: 2, value: 12_000 },
  paid: { count: 1, value: 10_000 },
  credited: { count: 1, value: 9_900 },
  suspenseCredited: { count: 0, value: 0 },
  fee: { value: 100 },
  refunded: { count: 1, value: 500 },
  notified: { count: 1 },
};

test.each(['', '?bucket=hour', '?tz=Asia/Kolkata', '?bucket=hour&tz=America/New_York'])(
  'an overview%s has what was created, paid, credited, refunded and notified, each once',
  async (query) => {
    const overview = await eventually(async () => {
      const { body } = await ask(query);
      expect(body.overview.totals).toEqual(TOTALS);
      return body.overview;
    });
    const names = Object.keys(TOTALS) as (keyof typeof TOTALS)[];
    for (const name of names) {
      for (const part of Object.keys(TOTALS[name])) {
        const sum = overview.buckets.reduce(
          (all: number, bucket: never) => all + bucket[name][part],
          0,
        );
        expect([name, part, sum]).toEqual([name, part, overview.totals[name][part]]);
      }
    }
    expect(overview.incomplete).toEqual([]);
  },
);

test('by default it has the last seven days of São Paulo, day by day', async () => {
  const { overview } = (await ask()).body;
  expect(overview).toMatchObject({ bucket: 'day', tz: 'America/Sao_Paulo' });
  expect(overview.buckets).toHaveLength(7);
  expect(overview.buckets[0].start).toBe(overview.from);
  expect(overview.from).toMatch(/T03:00:00\.000Z$/);
  expect(Date.parse(overview.to) - Date.parse(overview.from)).toBe(7 * DAY_MS);
  expect(Math.abs(Date.parse(overview.asOf) - Date.now())).toBeLessThan(60_000);
});

test('figures contain all that had happened at the time that asOf names', async () => {
  const own = await newHeaders();
  await deposit({ value: 700 }, own);
  const createdAt = new Date().toISOString();

  const { asOf, totals } = await eventually(async () => {
    const { overview } = (await get('/api/overview', own)).body;
    return overview.asOf >= createdAt && overview;
  });

  expect(totals.created).toEqual({ count: 1, value: 700 });
  expect(Date.now() - Date.parse(asOf)).toBeLessThan(60_000);
});

test.each(['0615-12-23T07:33:29.669245Z', '2300-01-01T00:00:00Z'])(
  'a range that ends at %s is answered, with nothing in it',
  async (to) => {
    await eventually(async () =>
      expect((await totals(`?to=${to}`)).created).toEqual({ count: 0, value: 0 }),
    );
  },
);

test.each([
  ['charges', ['created', 'paid']],
  ['ledger', ['credited', 'suspenseCredited', 'fee', 'refunded']],
  ['webhooks', ['notified']],
] as const)(
  'while %s is unavailable its figures are null and the rest is there',
  async (name, own) => {
    await eventually(async () => expect((await ask()).status).toBe(200));
    system.lines[name].cut();

    // Once more where another part was slow on a busy machine.
    const { overview } = await eventually(async () => {
      const { status, body } = await ask();
      expect([status, body.overview.incomplete]).toEqual([200, [name]]);
      return body;
    });

    const missing = Object.fromEntries(own.map((figure) => [figure, null]));
    expect(overview.totals).toEqual({ ...TOTALS, ...missing });
    expect(overview.buckets.at(-1)).toMatchObject(missing);
    system.lines[name].restore();
    await eventually(async () => expect((await ask()).body.overview.incomplete).toEqual([]));
  },
);

test('a service that accepts the call and never answers delays the overview by two seconds at most', async () => {
  system.lines.webhooks.mute();

  // Once more where the machine stalled: without its own limit the part would take 20 s every time.
  await eventually(async () => {
    const begunAt = Date.now();
    const { body } = await ask();
    expect(body.overview.incomplete).toEqual(['webhooks']);
    expect(Date.now() - begunAt).toBeLessThan(4_000);
  });
});

const now = new Date().toISOString();
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

test.each([
  ['bucket', 'bucket=week'],
  ['tz', 'tz=Mars/Olympus'],
  ['tz', 'tz=%2B03:00'],
  ['tz', 'tz='],
  ['from', 'from=yesterday'],
  ['from', `from=${now}&to=${now}`],
  ['from', `from=${now}&to=${daysAgo(1)}`],
  ['to', `from=${daysAgo(92)}`],
  ['to', `from=${daysAgo(94)}`],
  ['to', `from=${daysAgo(9)}&bucket=hour`],
  ['to', 'from=0001-01-01T00:00:00Z&to=9999-12-31T00:00:00Z&bucket=hour'],
])('a wrong %s is refused by its name: %s', async (field, query) => {
  const { status, body } = await ask(`?${query}`);
  expect([status, body.code]).toEqual([400, 'invalid_request']);
  expect(body.error).toContain(field);
});

test('the longest ranges are answered', async () => {
  expect((await ask(`?from=${daysAgo(91)}`)).body.overview.buckets).toHaveLength(92);
  const byHour = (await ask(`?from=${daysAgo(8)}&bucket=hour`)).body.overview.buckets;
  expect(byHour.length).toBeGreaterThanOrEqual(192);
});
