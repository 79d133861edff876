import { freshDatabase } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { startReceiver } from './receiver.ts';
import { KEY, newTxid, openCharge, startBank } from './running-bank.ts';

const DAY_SECONDS = 86_400;

const database = forTests(() => freshDatabase('bank'));
const bank = forTests(() => startBank(database.url));
afterEach(() => bank.call('DELETE', '/sandbox/faults'));

/** A payment of 12.34 for a charge of its own. */
async function payment(): Promise<{ endToEndId: string; txid: string; paidAt: string }> {
  const { emv } = await openCharge(bank);
  const { body } = await bank.call('POST', '/sandbox/pay', { emv });
  return body.payments[0];
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

const giveBack = (body: object) => bank.call('POST', '/sandbox/return', body);

test('a return of the bank’s own takes the rest of a payment and is shown wherever the payment is', async () => {
  const { endToEndId, txid } = await payment();
  await bank.call('PUT', `/pix/${endToEndId}/devolucao/ours`, { valor: '2.34' });

  const { status, body } = await giveBack({ endToEndId, natureza: 'MED_FRAUDE' });

  expect(status).toBe(201);
  expect(body.refund).toMatchObject({
    endToEndId,
    origin: 'BANK',
    natureza: 'MED_FRAUDE',
    value: 1_000,
    status: 'DEVOLVIDO',
  });
  const returned = { id: body.refund.id, valor: '10.00', natureza: 'MED_FRAUDE' };
  const devolucoes = expect.arrayContaining([expect.objectContaining(returned)]);
  expect((await bank.call('GET', `/pix/${endToEndId}`)).body).toMatchObject({ devolucoes });
  expect((await bank.call('GET', `/cob/${txid}`)).body.pix).toMatchObject([{ devolucoes }]);
  const { body: truth } = await bank.call('GET', '/sandbox/truth');
  expect(truth.payments).toContainEqual(
    expect.objectContaining({ endToEndId, refunds: expect.arrayContaining([body.refund]) }),
  );
  const { body: refunds } = await bank.call('GET', '/sandbox/truth/refunds');
  expect(refunds.refunds).toContainEqual(body.refund);
});

test('the receiver is called with the payment and its return, unless the callback is to be lost', async () => {
  await using receiver = await startReceiver();
  await bank.call('PUT', `/webhook/${KEY}`, { webhookUrl: receiver.url });
  const { endToEndId } = await payment();
  await receiver.received(1);

  await giveBack({ endToEndId, value: 100, natureza: 'MED_OPERACIONAL', notify: false });
  await giveBack({ endToEndId, value: 200, natureza: 'ORIGINAL' });

  // A callback whose reply came late is repeated.
  await eventually(async () =>
    expect((await receiver.received(2)).at(-1)?.body.pix).toMatchObject([
      { endToEndId, devolucoes: [{ natureza: 'MED_OPERACIONAL' }, { natureza: 'ORIGINAL' }] },
    ]),
  );
});

test('a list can be asked for payments with returns only, or without', async () => {
  const [returned, kept] = [await payment(), await payment()];
  await giveBack({ endToEndId: returned.endToEndId, natureza: 'MED_PIX_AUTOMATICO' });
  const list = async (present: string) => {
    const query = `inicio=${returned.paidAt}&fim=${kept.paidAt}&devolucaoPresente=${present}`;
    const { body } = await bank.call('GET', `/pix?${query}`);
    return { ids: body.pix?.map((one: { endToEndId: string }) => one.endToEndId), body };
  };

  expect((await list('true')).ids).toEqual([returned.endToEndId]);
  expect((await list('false')).ids).toEqual([kept.endToEndId]);
  expect((await list('true')).body.parametros).toMatchObject({
    devolucaoPresente: true,
    paginacao: { quantidadeTotalDeItens: 1 },
  });
  expect((await list('maybe')).body.status).toBe(400);
});

test.each([
  ['delay', 'DEVOLVIDO'],
  ['fail', 'NAO_REALIZADO'],
])('a return with the fault %s is under way first and ends as %s', async (fault, status) => {
  const { endToEndId } = await payment();
  await bank.call('POST', '/sandbox/faults', { operation: 'settle-refund', fault, ms: 300 });

  const { body } = await giveBack({ endToEndId, natureza: 'MED_FRAUDE' });

  expect(body.refund).toMatchObject({ status: 'EM_PROCESSAMENTO', settledAt: null });
  await eventually(async () => {
    const reply = await bank.call('GET', `/pix/${endToEndId}/devolucao/${body.refund.id}`);
    return reply.body.status === status;
  });
});

test('what cannot be returned is refused with the reason', async () => {
  const { endToEndId } = await payment();
  const natureza = 'MED_FRAUDE';
  const unknown = 'E99999999202611150000AAAAAAAAAAA';

  expect(await giveBack({ endToEndId: unknown, natureza })).toMatchObject({ status: 404 });
  expect(await giveBack({ endToEndId, natureza, value: 1_235 })).toMatchObject({
    status: 409,
    body: { detail: 'Only 1234 cents of this payment are left to return.' },
  });
  for (const wrong of [
    { endToEndId, natureza: 'SOMETHING' },
    { endToEndId },
    { natureza },
    { endToEndId, natureza, value: 0 },
    { endToEndId, natureza, value: '100' },
    { endToEndId, natureza, value: 1.5 },
    { endToEndId: 'E1', natureza },
    { endToEndId, natureza, reason: 'fraud' },
  ]) {
    expect((await giveBack(wrong)).status).toBe(400);
  }
  await giveBack({ endToEndId, natureza });
  expect(await giveBack({ endToEndId, natureza })).toMatchObject({
    status: 409,
    body: { detail: 'The payment was already returned in full.' },
  });
});

test('of returns made at once no more goes back than was paid, also after more than 90 days', async () => {
  const { endToEndId } = await payment();
  await bank.call('POST', '/sandbox/clock', { advanceSeconds: 95 * DAY_SECONDS });

  const replies = await Promise.all(
    Array.from({ length: 4 }, () => giveBack({ endToEndId, value: 500, natureza: 'MED_FRAUDE' })),
  );

  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
});
