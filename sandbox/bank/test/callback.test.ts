import { freshDatabase } from '@entrada/platform/testing/database';
import { forTests } from '@entrada/platform/testing/for-tests';
import { startReceiver } from './receiver.ts';
import { openCharge, startBank } from './running-bank.ts';

const database = forTests(() => freshDatabase('bank'));
const bank = forTests(() => startBank(database.url));
afterEach(() => bank.call('DELETE', '/sandbox/faults'));

/** Opens a charge on a key that calls the receiver, and pays it. */
async function payOn(key: string, order: object = {}) {
  const { emv } = await openCharge(bank, { original: '5.00', key });
  return (await bank.call('POST', '/sandbox/pay', { emv, ...order })).body.payments;
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
  const { emv } = await openCharge(doomed, { key: 'key-4' });

  const reply = await doomed.call('POST', '/sandbox/pay', { emv });
  await doomed[Symbol.asyncDispose]();

  expect(reply.status).toBe(200);
});

test.each([
  ['repeat', 'is repeated', 1, [0, 0]],
  ['reorder', 'is overtaken by the next', 2, [1, 0]],
  ['forget', 'is forgotten', 2, [1]],
])('with the fault %s a callback %s', async (fault, _what, times, expected) => {
  await using receiver = await startReceiver();
  await listen(fault, receiver.url);
  await bank.call('POST', '/sandbox/faults', { operation: 'callback', fault });

  const paid: string[] = [];
  for (let nth = 0; nth < times; nth += 1) paid.push((await payOn(fault))[0].endToEndId);

  const callbacks = await receiver.received(expected.length);
  expect(callbacks.map(({ body }) => body.pix)).toMatchObject(
    expected.map((nth) => [{ endToEndId: paid[nth] }]),
  );
});
