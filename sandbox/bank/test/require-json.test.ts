import { freshDatabase } from '@entrada/platform/testing/database';
import { forTests } from '@entrada/platform/testing/for-tests';
import { openCharge, startBank } from './running-bank.ts';

const database = forTests(() => freshDatabase('bank'));
const bank = forTests(() => startBank(database.url));

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
