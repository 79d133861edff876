import { freshDatabase } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { KEY, newTxid, openCharge, startBank } from './running-bank.ts';

/** Silence is waited out; an answer may be late. */
const PATIENCE_MS = { silence: 2_000, answer: 60_000 };

const database = forTests(() => freshDatabase('bank'));
const bank = forTests(() => startBank(database.url));
const replica = forTests(() => startBank(database.url));
afterEach(() => bank.call('DELETE', '/sandbox/faults'));

const order = (operation: string, fault: string | number, more: object = {}) =>
  bank.call('POST', '/sandbox/faults', { operation, fault, ...more });
const REQUEST = { valor: { original: '12.34' }, chave: KEY };
const put = (txid: string, at = bank) => at.call('PUT', `/cob/${txid}`, REQUEST);
const isThere = async (txid: string) => (await bank.call('GET', `/cob/${txid}`)).status === 200;

/** Puts a charge and hangs up on a bank that stays silent. */
async function putImpatiently(txid: string, patienceMs: number): Promise<unknown> {
  const patience = AbortSignal.timeout(patienceMs);
  try {
    return (await bank.call('PUT', `/cob/${txid}`, REQUEST, undefined, patience)).status;
  } catch {
    return patience.aborted ? 'silence' : 'broken';
  }
}

test.each<[string | number, unknown, boolean]>([
  [403, 403, false],
  [404, 404, false],
  [429, 429, false],
  [500, 500, false],
  [503, 503, false],
  ['500-after', 500, true],
  ['reset', 'broken', true],
  ['drop', 'silence', false],
  ['timeout', 'silence', true],
])('%s answers with %s; the work was done: %s', async (fault, outcome, isDone) => {
  const txid = newTxid();
  await order('put-cob', fault);

  const patienceMs = PATIENCE_MS[outcome === 'silence' ? 'silence' : 'answer'];
  expect(await putImpatiently(txid, patienceMs)).toBe(outcome);
  await eventually(async () => expect(await isThere(txid)).toBe(isDone));
  expect((await put(newTxid())).status).toBe(201);
});

test('slow answers late, and well', async () => {
  await order('put-cob', 'slow', { ms: 300 });
  const askedAt = performance.now();

  expect((await put(newTxid())).status).toBe(201);
  expect(performance.now() - askedAt).toBeGreaterThanOrEqual(290);
});

test('malformed, huge and contradictory answers come after the work', async () => {
  const { txid, emv } = await openCharge(bank);
  await order('get-cob', 'malformed');
  await expect(bank.call('GET', `/cob/${txid}`)).rejects.toThrow();

  await order('get-cob', 'huge');
  const huge = await bank.call('GET', `/cob/${txid}`);
  expect(JSON.stringify(huge.body).length).toBeGreaterThan(8_000_000);

  await order('get-cob', 'contradictory');
  expect((await bank.call('GET', `/cob/${txid}`)).body).toMatchObject({
    txid,
    status: 'CONCLUIDA',
    valor: { original: '0.01' },
  });

  const { body } = await bank.call('POST', '/sandbox/pay', { emv });
  await order('get-pix', 'contradictory');
  const pix = await bank.call('GET', `/pix/${body.payments[0].endToEndId}`);
  expect(pix.body.valor).toBe('0.01');
});

test('one page is given twice, under the name of the next', async () => {
  const { txid, emv } = await openCharge(bank);
  const { body } = await bank.call('POST', '/sandbox/pay', { emv, times: 4 });
  const at = encodeURIComponent(body.payments[0].paidAt);
  const list = async (page: number) =>
    (
      await bank.call(
        'GET',
        `/pix?inicio=${at}&fim=${at}&txid=${txid}&paginacao.paginaAtual=${page}&paginacao.itensPorPagina=2`,
      )
    ).body;
  const first = await list(0);

  await order('list-pix', 'page-twice');
  const repeated = await list(1);

  expect(repeated.pix).toEqual(first.pix);
  expect(repeated.parametros.paginacao.paginaAtual).toBe(1);
  expect((await list(1)).pix).not.toEqual(first.pix);
});

test('a fault of the token endpoint leaves the rest alone', async () => {
  await order('token', 500);
  const form = new URLSearchParams({ grant_type: 'client_credentials' });

  expect((await bank.call('POST', '/oauth/token', form, {})).status).toBe(500);
  expect((await put(newTxid())).status).toBe(201);
});

test('a fault is used up exactly as often as ordered, by all replicas together', async () => {
  await order('put-cob', 500, { count: 7 });

  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => put(newTxid(), index % 2 === 0 ? bank : replica)),
  );

  expect(replies.filter(({ status }) => status === 500)).toHaveLength(7);
  expect((await bank.call('GET', '/sandbox/faults')).body).toEqual({ faults: [] });
});

test('faults that are ordered can be read and called off', async () => {
  await order('put-cob', 'slow', { count: 3, ms: 5 });
  expect((await replica.call('GET', '/sandbox/faults')).body.faults).toEqual([
    { operation: 'put-cob', fault: 'slow', remaining: 3, ms: 5, window: null },
  ]);

  await replica.call('DELETE', '/sandbox/faults');

  expect((await bank.call('GET', '/sandbox/faults')).body.faults).toEqual([]);
});

test.each([
  ['put-cob', 'explode'],
  ['fly', '500'],
  ['callback', '500'],
  ['get-cob', 'page-twice'],
])('the fault %s %s is refused', async (operation, fault) => {
  expect((await order(operation, fault)).status).toBe(400);
});

test('a fault of a window fails the lists that contain any of it, and no other', async () => {
  const list = async (inicio: string, fim: string) =>
    (await bank.call('GET', `/pix?inicio=${inicio}&fim=${fim}`)).status;
  const window = { from: '2026-01-01T12:00:00Z', to: '2026-01-01T12:00:01Z' };
  await order('list-pix', 500, { count: 10, window });

  expect(await list('2026-01-01T11:00:00Z', '2026-01-01T11:59:59Z')).toBe(200);
  expect(await list('2026-01-01T11:00:00Z', '2026-01-01T12:00:00Z')).toBe(500);
  expect(await list('2026-01-01T12:00:01Z', '2026-01-01T13:00:00Z')).toBe(500);
  expect(await list('2026-01-01T12:00:02Z', '2026-01-01T13:00:00Z')).toBe(200);
  expect((await order('get-pix', 500, { window })).status).toBe(400);
});

test('window-too-long rejects the lists of longer windows', async () => {
  await order('list-pix', 'window-too-long', { count: 10, ms: 3_600_000 });
  const list = async (fim: string) =>
    (await bank.call('GET', `/pix?inicio=2026-01-01T12:00:00Z&fim=${fim}`)).status;

  expect(await list('2026-01-01T13:00:00Z')).toBe(200);
  expect(await list('2026-01-01T13:00:01Z')).toBe(400);
});

test('window-in-future rejects the lists that end after the time of the bank, less what is ordered', async () => {
  const list = async (secondsAgo: number) => {
    const fim = new Date(Date.now() - secondsAgo * 1_000).toISOString();
    return (await bank.call('GET', `/pix?inicio=2026-01-01T12:00:00Z&fim=${fim}`)).status;
  };
  await order('list-pix', 'window-in-future', { count: 10 });
  expect([await list(-60), await list(60)]).toEqual([400, 200]);

  await bank.call('DELETE', '/sandbox/faults');
  await order('list-pix', 'window-in-future', { count: 10, ms: 600_000 });
  expect([await list(540), await list(660)]).toEqual([400, 200]);
});
