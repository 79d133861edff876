import { freshDatabase } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { newTxid, openCharge, startBank } from './running-bank.ts';

const database = forTests(() => freshDatabase('bank'));
const bank = forTests(() => startBank(database.url));
afterEach(() => bank.call('DELETE', '/sandbox/faults'));

async function payment(): Promise<{ endToEndId: string; txid: string }> {
  const { txid, emv } = await openCharge(bank);
  const { body } = await bank.call('POST', '/sandbox/pay', { emv });
  return { txid, endToEndId: body.payments[0].endToEndId };
}

const put = (endToEndId: string, id: string, valor: string) =>
  bank.call('PUT', `/pix/${endToEndId}/devolucao/${id}`, { valor });
const get = (endToEndId: string, id: string) =>
  bank.call('GET', `/pix/${endToEndId}/devolucao/${id}`);

test('a refund is under way, then settled, and shown wherever its payment is', async () => {
  const { endToEndId, txid } = await payment();

  const { status, body } = await put(endToEndId, 'r1', '10.00');

  expect(status).toBe(201);
  expect(body).toMatchObject({ id: 'r1', valor: '10.00', status: 'EM_PROCESSAMENTO' });
  expect(body.rtrId).toMatch(/^D99999999\d{12}[0-9A-Za-z]{11}$/);
  const settled = await eventually(async () => {
    const reply = await get(endToEndId, 'r1');
    return reply.body.status === 'DEVOLVIDO' && reply.body;
  });
  expect(settled.horario.liquidacao).toEqual(expect.any(String));
  const devolucoes = [settled];
  expect((await bank.call('GET', `/pix/${endToEndId}`)).body).toMatchObject({ devolucoes });
  expect((await bank.call('GET', `/cob/${txid}`)).body).toMatchObject({
    status: 'CONCLUIDA',
    pix: [{ devolucoes }],
  });
  const { body: truth } = await bank.call('GET', '/sandbox/truth/refunds?limit=1');
  expect(truth).toMatchObject({
    refunds: [{ endToEndId, id: 'r1', value: 1_000, status: 'DEVOLVIDO' }],
    next: 1,
  });
});

test('the same refund again is the same refund', async () => {
  const { endToEndId } = await payment();

  const replies = await Promise.all(Array.from({ length: 5 }, () => put(endToEndId, 'a', '12.34')));

  expect(new Set(replies.map(({ body }) => body.rtrId)).size).toBe(1);
  expect((await put(endToEndId, 'a', '1.00')).status).toBe(400);
});

test('no more goes back than was paid, also when asked for at once', async () => {
  const { endToEndId } = await payment();

  const replies = await Promise.all(
    Array.from({ length: 5 }, (_, index) => put(endToEndId, `p${index}`, '5.00')),
  );

  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400]);
  expect(replies.find(({ status }) => status === 400)?.body.type).toMatch(/PixDevolucaoInvalida$/);
});

test('a refund that fails at the payer’s bank frees its amount', async () => {
  const { endToEndId } = await payment();
  await bank.call('POST', '/sandbox/faults', { operation: 'settle-refund', fault: 'fail' });

  await put(endToEndId, 'f', '12.34');
  await eventually(async () => (await get(endToEndId, 'f')).body.status === 'NAO_REALIZADO');

  expect((await put(endToEndId, 'g', '12.34')).status).toBe(201);
});

test('a refund that takes its time ends when the clock says so', async () => {
  const { endToEndId } = await payment();
  const slow = { operation: 'settle-refund', fault: 'delay', ms: 3_600_000 };
  await bank.call('POST', '/sandbox/faults', slow);
  const other = await payment();

  await put(endToEndId, 's', '1.00');
  await put(other.endToEndId, 'o', '1.00');
  await eventually(async () => (await get(other.endToEndId, 'o')).body.status === 'DEVOLVIDO');
  expect((await get(endToEndId, 's')).body.status).toBe('EM_PROCESSAMENTO');

  await bank.call('POST', '/sandbox/clock', { advanceSeconds: 3_601 });
  await eventually(async () => (await get(endToEndId, 's')).body.status === 'DEVOLVIDO');
});

test('what does not exist or is too old cannot go back', async () => {
  const { endToEndId } = await payment();
  const none = `E99999999202611150000${newTxid().slice(0, 11)}`;

  expect((await put(none, 'x', '1.00')).status).toBe(404);
  expect(await get(endToEndId, 'none')).toMatchObject({
    status: 404,
    body: { title: 'Devolução não encontrada.' },
  });
  for (const [id, valor] of [
    ['bad-id', '1.00'],
    ['x', '0.00'],
    ['x', 'much'],
  ] as const) {
    expect((await put(endToEndId, id, valor)).status).toBe(400);
  }
  await bank.call('POST', '/sandbox/clock', { advanceSeconds: 91 * 86_400 });
  expect((await put(endToEndId, 'x', '1.00')).status).toBe(400);
});
