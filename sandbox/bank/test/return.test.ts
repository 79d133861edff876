import { freshDatabase } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { startReceiver } from './receiver.ts';
import { KEY, openCharge, startBank } from './running-bank.ts';

const DAY_SECONDS = 86_400;

const database = forTests(() => freshDatabase('bank'));
const bank = forTests(() => startBank(database.url));
afterEach(() => bank.call('DELETE', '/sandbox/faults'));

/** A payment of 12.34 for a charge of its own. */
async function pay(): Promise<{ endToEndId: string; txid: string; paidAt: string }> {
  const { emv } = await openCharge(bank);
  const { body } = await bank.call('POST', '/sandbox/pay', { emv });
  return body.payments[0];
}

const giveBack = (body: object) => bank.call('POST', '/sandbox/return', body);

test('a return of the bank’s own takes the rest of a payment and is shown wherever the payment is', async () => {
  const { endToEndId, txid } = await pay();
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
  const { endToEndId } = await pay();
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
  const [returned, kept] = [await pay(), await pay()];
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
  const { endToEndId } = await pay();
  await bank.call('POST', '/sandbox/faults', { operation: 'settle-refund', fault, ms: 300 });

  const { body } = await giveBack({ endToEndId, natureza: 'MED_FRAUDE' });

  expect(body.refund).toMatchObject({ status: 'EM_PROCESSAMENTO', settledAt: null });
  await eventually(async () => {
    const reply = await bank.call('GET', `/pix/${endToEndId}/devolucao/${body.refund.id}`);
    return reply.body.status === status;
  });
});

test('what cannot be returned is refused with the reason', async () => {
  const { endToEndId } = await pay();
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
  const { endToEndId } = await pay();
  await bank.call('POST', '/sandbox/clock', { advanceSeconds: 95 * DAY_SECONDS });

  const replies = await Promise.all(
    Array.from({ length: 4 }, () => giveBack({ endToEndId, value: 500, natureza: 'MED_FRAUDE' })),
  );

  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
});
