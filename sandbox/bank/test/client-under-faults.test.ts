import { openPixClient, type PixClient } from '@entrada/pix/client/pix-client';
import { PixError } from '@entrada/pix/client/pix-error';
import { freshDatabase } from '@entrada/platform/testing/database';
import { Stalled, unlessStalled } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { CLIENT, KEY, newTxid, startBank } from './running-bank.ts';

let client: PixClient;
let bankNow: Date | undefined;

const database = forTests(() => freshDatabase('bank'));
const bank = forTests(() => startBank(database.url));
beforeEach(() => {
  client = openPixClient({
    baseUrl: bank.url,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    pixKey: KEY,
    timeoutMs: 3_000,
    merchantName: 'Entrada',
    merchantCity: 'Sao Paulo',
    onClock: (now) => {
      bankNow = now;
    },
  });
});
afterEach(async () => {
  await client.close();
  await bank.call('DELETE', '/sandbox/faults');
});

const order = (operation: string, fault: string, count = 1) =>
  bank.call('POST', '/sandbox/faults', { operation, fault, count });

/** From the start, with the fault, where the machine stalled for as long as a call may take. */
const unlessLate = (meetFault: () => Promise<void>) =>
  unlessStalled(async () => {
    await bank.call('DELETE', '/sandbox/faults');
    await meetFault().catch((error: unknown) => {
      throw error instanceof PixError ? new Stalled(error.message) : error;
    });
  });
const newCob = () => ({ txid: newTxid(), valueCents: 4_200, expiresInSeconds: 600 });

test.each(['500', '503', '429', '500-after', 'timeout', 'drop', 'reset'])(
  'a charge whose first attempt meets "%s" is there exactly once',
  (fault) =>
    unlessLate(async () => {
      await order('put-cob', fault);
      const cob = newCob();

      const created = await client.putCob(cob);

      expect(await client.getCob(cob.txid)).toEqual(created);
      expect((await bank.call('GET', `/cob/${cob.txid}`)).body.revisao).toBe(0);
    }),
);

test.each(['malformed', 'huge', 'contradictory'])(
  'a charge read while the response is %s is not believed',
  async (fault) => {
    const cob = newCob();
    await client.putCob(cob);
    await order('put-cob', fault);

    await expect(client.putCob(cob)).rejects.toMatchObject({ kind: 'bad-response' });
    expect(await client.getCob(cob.txid)).toMatchObject({ status: 'ATIVA', valueCents: 4_200 });
  },
);

test.each(['500', '500-after', 'timeout', 'reset'])(
  'a refund and a removal that meet "%s" happen once',
  (fault) =>
    unlessLate(async () => {
      const paid = newCob();
      const { pixCopiaECola: emv } = await client.putCob(paid);
      const { body } = await bank.call('POST', '/sandbox/pay', { emv });
      const { endToEndId } = body.payments[0];
      const removed = newCob();
      await client.putCob(removed);
      await order('put-devolucao', fault);
      await order('patch-cob', fault);

      await client.refund({ endToEndId, refundId: 'r1', valueCents: 4_200 });
      const cob = await client.removeCob(removed.txid);

      expect((await client.getPix(endToEndId)).refunds).toHaveLength(1);
      expect(cob.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
    }),
);

test('a client learns the time of the bank', async () => {
  await bank.call('POST', '/sandbox/clock', { advanceSeconds: 3_600 });

  await client.putCob(newCob());

  expect((bankNow?.getTime() ?? 0) - Date.now()).toBeGreaterThan(3_500_000);
  await bank.call('DELETE', '/sandbox/clock');
});
