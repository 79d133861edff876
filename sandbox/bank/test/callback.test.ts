import { freshDatabase } from '@entrada/platform/testing/database';
import { forTests } from '@entrada/platform/testing/for-tests';
import { startReceiver } from './receiver.ts';
import { newTxid, startBank } from './running-bank.ts';

const database = forTests(() => freshDatabase('bank'));
const bank = forTests(() => startBank(database.url));

/** Opens a charge on a key that calls the receiver, and pays it. */
async function payOn(key: string, order: object = {}) {
  const request = { valor: { original: '5.00' }, chave: key };
  const { body } = await bank.call('PUT', `/cob/${newTxid()}`, request);
  const reply = await bank.call('POST', '/sandbox/pay', { emv: body.pixCopiaECola, ...order });
  return reply.body.payments;
}

const listen = (key: string, webhookUrl: string) =>
  bank.call('PUT', `/webhook/${key}`, { webhookUrl });

test('the receiver of the key hears of all payments of a charge in one callback', async () => {
  await using receiver = await startReceiver();
  await listen('key-1', `${receiver.url}/secret/path/?hmac=1`);

  const payments = await payOn('key-1', { times: 2 });

  const [callback] = await receiver.received(1);
  expect(callback?.url).toBe('/secret/path/pix?hmac=1');
  expect(callback?.body.pix).toEqual(
    payments.map((payment: { endToEndId: string; txid: string; paidAt: string }) => ({
      endToEndId: payment.endToEndId,
      txid: payment.txid,
      valor: '5.00',
      chave: 'key-1',
      pagador: { nome: 'Maria da Silva', cpf: '12345678909' },
      horario: payment.paidAt,
    })),
  );
});

test('a callback the receiver refuses is repeated', async () => {
  await using receiver = await startReceiver(500, 302);
  await listen('key-2', receiver.url);

  await payOn('key-2');

  const [first, second, third] = await receiver.received(3);
  expect(second).toEqual(first);
  expect(third).toEqual(first);
});

test('a lost callback is never sent, and paying does not depend on it', async () => {
  await using receiver = await startReceiver();
  await listen('key-3', receiver.url);

  const [silent] = await payOn('key-3', { notify: false });
  const [reported] = await payOn('key-3');

  const callbacks = await receiver.received(1);
  expect(callbacks).toMatchObject([{ body: { pix: [{ endToEndId: reported.endToEndId }] } }]);
  expect(silent.endToEndId).not.toBe(reported.endToEndId);
});

test('a receiver that is not there delays neither the payer nor the end of the bank', async () => {
  await using database = await freshDatabase('bank');
  const doomed = await startBank(database.url);
  await doomed.call('PUT', '/webhook/key-4', { webhookUrl: 'http://127.0.0.1:9' });
  const request = { valor: { original: '5.00' }, chave: 'key-4' };
  const { body } = await doomed.call('PUT', `/cob/${newTxid()}`, request);

  const reply = await doomed.call('POST', '/sandbox/pay', { emv: body.pixCopiaECola });
  await doomed[Symbol.asyncDispose]();

  expect(reply.status).toBe(200);
});
