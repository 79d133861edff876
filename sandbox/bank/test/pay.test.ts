import { encodeBrCode } from '@entrada/pix/brcode/encode';
import { freshDatabase } from '@entrada/platform/testing/database';
import { forTests } from '@entrada/platform/testing/for-tests';
import { KEY, openCharge, runSql, startBank } from './running-bank.ts';

const database = forTests(() => freshDatabase('bank'));
const bank = forTests(() => startBank(database.url));
const replica = forTests(() => startBank(database.url));

const pay = (order: object | null, at = bank) => at.call('POST', '/sandbox/pay', order);

test('a payer who holds only the code pays the charge', async () => {
  const { txid, emv } = await openCharge(bank);

  const { status, body } = await pay({ emv: `  ${emv}\n` });

  expect(status).toBe(200);
  const [payment] = body.payments;
  expect(body.payments).toHaveLength(1);
  expect(payment).toMatchObject({ txid, value: 1234 });
  expect(payment.endToEndId).toMatch(/^E99999999\d{12}[0-9A-Za-z]{11}$/);
  const pix = {
    endToEndId: payment.endToEndId,
    txid,
    valor: '12.34',
    chave: KEY,
    pagador: { nome: 'Maria da Silva', cpf: '12345678909' },
    horario: payment.paidAt,
  };
  expect((await bank.call('GET', `/cob/${txid}`)).body).toMatchObject({
    status: 'CONCLUIDA',
    pix: [pix],
  });
  expect((await bank.call('GET', `/pix/${payment.endToEndId}`)).body).toEqual(pix);
});

test.each([
  [{}, 'Invalid request: emv is required.'],
  [{ emv: '' }, 'Invalid request: emv must have a length of at least 1.'],
  [
    { emv: 7, valor: 1 },
    'Invalid request: emv must be of type string; contains unrecognized fields: valor.',
  ],
  [{ emv: 'x', value: 0 }, expect.any(String)],
  [{ emv: 'x', times: 11 }, expect.any(String)],
  [null, expect.any(String)],
])('the order %j is refused with a sentence', async (order, detail) => {
  expect(await pay(order)).toMatchObject({ status: 400, body: { detail } });
});

test('another amount and several payments of one code are recorded as they were made', async () => {
  const { txid, emv } = await openCharge(bank);

  const { body } = await pay({ emv, value: 1, times: 3 });

  expect(body.payments.map((payment: { value: number }) => payment.value)).toEqual([1, 1, 1]);
  expect((await bank.call('GET', `/cob/${txid}`)).body.pix).toHaveLength(3);
});

test('of many payers on two replicas exactly one gets through', async () => {
  const { txid, emv } = await openCharge(bank);

  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => pay({ emv }, index % 2 === 0 ? bank : replica)),
  );

  const statuses = replies.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array(19).fill(409)]);
  expect((await bank.call('GET', `/cob/${txid}`)).body.pix).toHaveLength(1);
});

test('a paid charge can be neither altered nor removed', async () => {
  const { txid, emv } = await openCharge(bank);
  await pay({ emv });

  const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
  expect((await bank.call('PATCH', `/cob/${txid}`, removal)).status).toBe(400);
  const alteration = { valor: { original: '1.00' }, chave: KEY };
  expect((await bank.call('PUT', `/cob/${txid}`, alteration)).status).toBe(400);
});

test('removed and expired charges are refused with their reason', async () => {
  const removed = await openCharge(bank);
  await bank.call('PATCH', `/cob/${removed.txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
  const expired = await openCharge(bank);
  const age = "update cob set created_at = created_at - interval '1 hour' where txid = $1";
  await runSql(database.url, age, [expired.txid]);

  expect(await pay({ emv: removed.emv })).toMatchObject({
    status: 409,
    body: { detail: 'This charge was removed and cannot be paid any more.' },
  });
  expect(await pay({ emv: expired.emv })).toMatchObject({
    status: 409,
    body: { detail: 'This charge has expired.' },
  });
  expect((await bank.call('GET', `/cob/${expired.txid}`)).body.status).toBe('ATIVA');
});

test('broken and unknown codes are refused with a plain sentence', async () => {
  const { emv } = await openCharge(bank);
  const unknown = encodeBrCode({ name: 'A', city: 'B', url: 'pix.sandbox.test/qr/v2/none' });
  const fixed =
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';

  expect(await pay({ emv: emv.replace('Entrada', 'Entradb') })).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('the code was modified') },
  });
  expect((await pay({ emv: unknown })).status).toBe(404);
  expect((await pay({ emv: fixed })).status).toBe(404);
});

test('the window of payments is paged and both its ends belong to it', async () => {
  const { txid, emv } = await openCharge(bank);
  const { body } = await pay({ emv, times: 5 });
  const at = encodeURIComponent(body.payments[0].paidAt);
  const list = (page: number) =>
    bank.call(
      'GET',
      `/pix?inicio=${at}&fim=${at}&txid=${txid}&paginacao.paginaAtual=${page}&paginacao.itensPorPagina=2`,
    );

  const pages = [await list(0), await list(1), await list(2), await list(3)];

  expect(pages.map((page) => page.body.pix.length)).toEqual([2, 2, 1, 0]);
  expect(pages[0]?.body.parametros.paginacao).toEqual({
    paginaAtual: 0,
    itensPorPagina: 2,
    quantidadeDePaginas: 3,
    quantidadeTotalDeItens: 5,
  });
  const seen = pages.flatMap((page) => page.body.pix).map((pix) => pix.endToEndId);
  expect(new Set(seen).size).toBe(5);
});

test.each([
  '',
  '?inicio=2026-01-01T00:00:00Z',
  '?inicio=x&fim=y',
  '?inicio=2026-01-02T00:00:00Z&fim=2026-01-01T00:00:00Z',
])('the window "%s" is refused', async (query) => {
  expect((await bank.call('GET', `/pix${query}`)).status).toBe(400);
});

test('the truth lists every payment once, page by page', async () => {
  const { emv } = await openCharge(bank);
  const { body: paid } = await pay({ emv, times: 3 });

  const seen: string[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const { body } = await bank.call('GET', `/sandbox/truth?limit=2&after=${after}`);
    seen.push(...body.payments.map((payment: { endToEndId: string }) => payment.endToEndId));
    after = body.next;
  }

  expect(new Set(seen).size).toBe(seen.length);
  for (const { endToEndId } of paid.payments) expect(seen).toContain(endToEndId);
});

test('the page lists an open charge, its button pays it, and the payment is shown', async () => {
  const { txid, emv } = await openCharge(bank);
  expect((await bank.call('GET', '/', undefined, {})).body).toContain(`aria-label="Pay ${txid}"`);

  const reply = await bank.call('POST', '/sandbox/pay', new URLSearchParams({ emv }), {});

  expect(reply.status).toBe(303);
  const { body } = await bank.call('GET', '/', undefined, {});
  expect(body).not.toContain(`aria-label="Pay ${txid}"`);
  expect(body).toContain(`<code>${txid}</code>`);
});

test.each(['application/x-www-form-urlencoded', 'text/plain'])(
  'JSON that is sent as %s is refused, and the refusal names the header',
  async (type) => {
    const { txid, emv } = await openCharge(bank);

    const reply = await fetch(`${bank.url}/sandbox/pay`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify({ emv }),
    });

    expect(reply.status).toBe(415);
    expect(await reply.json()).toMatchObject({
      detail: expect.stringMatching(/^Content-Type must be application\/json: /),
    });
    expect((await bank.call('GET', `/cob/${txid}`)).body.status).toBe('ATIVA');
  },
);

test('a request without a body needs no header', async () => {
  const reply = await fetch(`${bank.url}/sandbox/pay`, { method: 'POST' });

  expect(await reply.json()).toMatchObject({
    status: 400,
    detail: 'Invalid request: emv is required.',
  });
});
