import { openPixClient } from '@entrada/pix/client/pix-client';
import { freshDatabase } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { openSpecification } from './openapi.ts';
import { startReceiver } from './receiver.ts';
import { startRecordingProxy } from './recording-proxy.ts';
import { CLIENT, KEY, newTxid, startBank } from './running-bank.ts';

const specification = openSpecification();

const database = forTests(() => freshDatabase('bank'));
const bank = forTests(() => startBank(database.url));
const proxy = forTests(() => startRecordingProxy(bank.url));
const client = forTests((stack) => {
  const opened = openPixClient({
    baseUrl: proxy.url,
    tokenUrl: `${bank.url}/oauth/token`,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    pixKey: KEY,
    timeoutMs: 30_000,
    merchantName: 'Entrada',
    merchantCity: 'Sao Paulo',
  });
  return stack.adopt(opened, () => opened.close());
});

const putCob = (txid: string) =>
  client.putCob({ txid, valueCents: 4_200, expiresInSeconds: 60, payerRequest: 'Order 1' });

/** Uses every call of the client, with and without success. */
async function useEverything(): Promise<void> {
  const [paidTxid, removedTxid] = [newTxid(), newTxid()];
  const { pixCopiaECola: emv } = await putCob(paidTxid);
  await putCob(removedTxid);
  await client.getCob(paidTxid);
  await client.removeCob(removedTxid);
  await bank.call('POST', '/sandbox/pay', { emv });
  const [payment] = (await client.getCob(paidTxid)).payments;
  const endToEndId = payment?.endToEndId ?? '';
  await client.getPix(endToEndId);
  const window = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
  for await (const _page of client.listPix({ ...window, txid: paidTxid }));
  await client.refund({ endToEndId, refundId: 'r1', valueCents: 100 });
  await eventually(async () => (await client.getRefund(endToEndId, 'r1')).status === 'DEVOLVIDO');
  await client.getPix(endToEndId);
  await client.getCob(paidTxid);
  await client.putWebhook('https://receiver.test/hook');
  await callWebhook('GET');
  await callWebhook('DELETE');
  for (const refused of [
    () => client.getCob(newTxid()),
    () => client.getPix(`E99999999202611150000${newTxid().slice(0, 11)}`),
    () => client.getRefund(endToEndId, 'none'),
    () => client.refund({ endToEndId, refundId: 'r2', valueCents: 999_999 }),
    () => putCob(paidTxid),
  ]) {
    await expect(refused()).rejects.toThrow();
  }
  await callWebhook('GET');
}

/** What this bank can do and our client never asks for. */
async function callWebhook(method: 'GET' | 'DELETE'): Promise<void> {
  const basic = { authorization: `Basic ${btoa(`${CLIENT.id}:${CLIENT.secret}`)}` };
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  const { body } = await bank.call('POST', '/oauth/token', form, basic);
  const headers = { authorization: `Bearer ${body.access_token}` };
  await fetch(`${proxy.url}/webhook/${encodeURIComponent(KEY)}`, { method, headers });
}

test('all that our client says and this bank answers is as the Central Bank specifies', async () => {
  await useEverything();

  const problems = proxy.calls.flatMap((call) =>
    specification
      .problemsOf(call)
      .map((one) => `${call.method} ${call.path} ${call.status}: ${one}`),
  );

  expect(problems).toEqual([]);
  const routes = new Set(
    proxy.calls.map(({ method, path }) =>
      `${method} ${path.split('?')[0]}`.replace(/[a-zA-Z0-9]{26,35}|pix%40.*/, '*'),
    ),
  );
  expect([...routes].sort()).toEqual([
    'DELETE /webhook/*',
    'GET /cob/*',
    'GET /pix',
    'GET /pix/*',
    'GET /pix/*/devolucao/none',
    'GET /pix/*/devolucao/r1',
    'GET /pix/*/devolucao/r2',
    'GET /webhook/*',
    'PATCH /cob/*',
    'PUT /cob/*',
    'PUT /pix/*/devolucao/r1',
    'PUT /pix/*/devolucao/r2',
    'PUT /webhook/*',
  ]);
});

test('the validator would notice a response that is not as specified', () => {
  const call = {
    method: 'GET',
    path: `/pix/E${'0'.repeat(31)}`,
    body: '',
    status: 200,
    contentType: 'application/json',
  };
  const pix = { endToEndId: `E${'0'.repeat(31)}`, valor: '1.00', horario: '2026-11-15T03:00:00Z' };
  const problems = (value: object) =>
    specification.problemsOf({ ...call, responseBody: JSON.stringify(value) });

  expect(problems(pix)).toEqual([]);
  expect(problems({ ...pix, valor: '1' })).toHaveLength(1);
  expect(problems({ ...pix, horario: 'yesterday' })).toHaveLength(1);
  expect(problems({ ...pix, endToEndId: undefined })).toHaveLength(1);
});

test('callbacks are as specified, with and without refunds', async () => {
  await using receiver = await startReceiver();
  await bank.call('PUT', `/webhook/${KEY}`, { webhookUrl: receiver.url });
  const { pixCopiaECola: emv } = await putCob(newTxid());

  const { body } = await bank.call('POST', '/sandbox/pay', { emv });
  const { endToEndId } = body.payments[0];
  await client.refund({ endToEndId, refundId: 'r1', valueCents: 1 });

  for (const callback of await receiver.received(2)) {
    expect(specification.callbackProblems(callback.body)).toEqual([]);
  }
});
