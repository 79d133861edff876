import { request } from 'node:http';
import { eventually } from '@entrada/platform/testing/eventually';
import { newShop } from './shop.ts';

const DEPOSITS = 3;
const ZONE = 'America/Sao_Paulo';
const HEAD =
  'id,paymentLinkId,externalId,description,status,createdAt (America/Sao_Paulo),' +
  'expiresAt (America/Sao_Paulo),paidAt (America/Sao_Paulo),endToEndId,value,valueCents,fee,feeCents,' +
  'paidValue,paidValueCents,creditedValue,creditedValueCents,refundedValue,refundedValueCents,metadata,' +
  'payerName,payerDocument';

let paid: Record<string, unknown>;
const { system, headers, call, get, deposit } = newShop();
beforeAll(async () => {
  for (let i = 1; i <= DEPOSITS; i += 1) {
    const description = `=1+${i};a,"b"`;
    await deposit({ value: i * 1_000, externalId: `order-${i}`, description });
  }
  const [newest] = await charges();
  await system.bank.pay(String(newest?.emv), { notify: true });
  await eventually(async () => expect((await charges())[0]?.status).toBe('COMPLETED'));
  paid = (await charges())[0] ?? {};
});

const csv = (query = '') => get(`/api/deposit?format=csv${query}`);

async function charges(): Promise<Record<string, unknown>[]> {
  return (await get('/api/deposit')).body.charges;
}

/** Cells of a file without line breaks in them. */
function cellsOf(text: string, sep: string): string[][] {
  const cell = new RegExp(`(?:^|${sep})(?:"((?:[^"]|"")*)"|([^"${sep}]*))`, 'g');
  const lines = text.replace('\uFEFF', '').trimEnd().split('\r\n');
  return lines.map((line) =>
    Array.from(
      line.matchAll(cell),
      ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
    ),
  );
}

/** As a person in the zone writes it. */
const local = (iso: unknown) => new Date(String(iso)).toLocaleString('sv-SE', { timeZone: ZONE });

test('the whole list is a file that spreadsheets open, with times of the zone', async () => {
  const reply = await csv();
  expect(reply.status).toBe(200);
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(reply.headers['content-disposition']).toBe('attachment; filename="deposits.csv"');
  expect(reply.text.startsWith(`\uFEFF${HEAD}\r\n`)).toBe(true);
  const [, newest = [], ...others] = cellsOf(reply.text, ',');
  expect(others).toHaveLength(DEPOSITS - 1);
  const { id, paymentLinkId, createdAt, expiresAt, paidAt, endToEndId } = paid;
  expect(newest).toEqual([
    ...[id, paymentLinkId, 'order-3', '\'=1+3;a,"b"', 'COMPLETED'],
    ...[local(createdAt), local(expiresAt), local(paidAt), endToEndId],
    ...['30.00', '3000', '0.30', '30', '30.00', '3000', '29.70', '2970', '0.00', '0'],
    '{}',
    'Maria da Silva',
    '***.456.789-**',
  ]);
  expect(others[0]?.slice(-9)).toEqual(['', '', '', '', '0.00', '0', '{}', '', '']);
});

test('filters apply to the file', async () => {
  const lines = cellsOf((await csv('&status=PENDING&externalId=order-1')).text, ',');
  expect(lines.slice(1).map(([, , externalId]) => externalId)).toEqual(['order-1']);
  const none = await csv('&to=2020-01-01T00:00:00Z');
  expect(none.text).toBe(`\uFEFF${HEAD}\r\n`);
});

test.each([
  ['limit=5', 'limit must be absent with format=csv'],
  ['cursor=x', 'cursor must be absent with format=csv'],
  ['tz=Mars/Olympus', 'tz must be an IANA time zone such as America/Sao_Paulo'],
  ['tz=%2B03:00', 'tz must be an IANA time zone such as America/Sao_Paulo'],
  ['sep=|', 'sep must be one of ",", ";"'],
])('a file asked for with %s is refused: %s', async (query, error) => {
  expect(await csv(`&${query}`)).toMatchObject({ status: 400, body: { success: false, error } });
});

test('HEAD tells what the file is, without it', async () => {
  const reply = await call({ method: 'HEAD', path: '/api/deposit?format=csv', headers });
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(reply.text).toBe('');
});

test('a client that leaves in the middle disturbs nobody', async () => {
  const path = '/api/deposit?format=csv';
  await new Promise<void>((resolve, reject) => {
    const asked = request({ port: system.port, path, headers }, (response) => {
      response.destroy();
      resolve();
    });
    asked.on('error', reject).end();
  });
  expect((await csv()).status).toBe(200);
});
