import { freshDatabase } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { newTxid, openCharge, startBank } from './running-bank.ts';

const REMOVAL = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };

const database = forTests(() => freshDatabase('bank'));
const bank = forTests(() => startBank(database.url, { BANK_SCRIPTED_AMOUNTS: 'true' }));

const pay = (order: object, at = bank) => at.call('POST', '/sandbox/pay', order);
const advance = (advanceSeconds: number) => bank.call('POST', '/sandbox/clock', { advanceSeconds });
const valuesPaid = async (txid: string, at = bank): Promise<string[]> => {
  const { body } = await at.call('GET', `/cob/${txid}`);
  return (body.pix ?? []).map((pix: { valor: string }) => pix.valor);
};
const paid = (txid: string, values: string[]) =>
  eventually(async () => expect(await valuesPaid(txid)).toEqual(values));

/** All payers who are due have paid when one who came after them has. */
async function everybodyDuePaid(): Promise<void> {
  const { txid, emv } = await openCharge(bank);
  await pay({ emv, afterSeconds: 0 });
  await paid(txid, ['12.34']);
}

describe('by amount', () => {
  test.each([
    ['1099.01', ['1099.01'], 'in full'],
    ['99.03', ['99.03', '99.03'], 'twice'],
    ['199.04', ['199.03'], 'a cent too little'],
    ['99.05', ['100.05'], 'too much'],
  ])('%s is paid with %j after three seconds', async (original, values) => {
    const { txid } = await openCharge(bank, { original });
    await advance(4);

    await paid(txid, values);
    // By the bank's own clock, which goes on however slow the machine is.
    const { calendario, pix } = (await bank.call('GET', `/cob/${txid}`)).body;
    for (const { horario } of pix) {
      expect(Date.parse(horario) - Date.parse(calendario.criacao)).toBeGreaterThanOrEqual(3_000);
    }
  });

  test('99.02 is paid after its end, however long that lasts', async () => {
    const { txid } = await openCharge(bank, { original: '99.02', expiracao: 3600 });
    await advance(3_700);
    await everybodyDuePaid();
    expect(await valuesPaid(txid)).toEqual([]);

    await advance(60);

    await paid(txid, ['99.02']);
  });

  test('99.06 is paid after it was taken back, and stays so', async () => {
    const { txid } = await openCharge(bank, { original: '99.06' });
    await advance(10);
    await everybodyDuePaid();
    expect(await valuesPaid(txid)).toEqual([]);

    await bank.call('PATCH', `/cob/${txid}`, REMOVAL);
    await advance(4);

    await paid(txid, ['99.06']);
    expect((await bank.call('GET', `/cob/${txid}`)).body).toMatchObject(REMOVAL);
  });

  test('99.07 is never paid', async () => {
    const { txid, emv } = await openCharge(bank, { original: '99.07' });

    expect((await pay({ emv })).status).toBe(409);
    await advance(500);
    await everybodyDuePaid();

    expect(await valuesPaid(txid)).toEqual([]);
  });

  test('a charge that is put again calls up no second payer', async () => {
    const { txid } = await openCharge(bank, { original: '99.01' });
    const request = { valor: { original: '99.01' }, chave: 'pix@example.com' };
    expect((await bank.call('PUT', `/cob/${txid}`, request)).status).toBe(201);

    await advance(4);
    await everybodyDuePaid();

    expect(await valuesPaid(txid)).toEqual(['99.01']);
  });

  test.each(['50.00', '1234567.89', '99.00', '99.08', '0.01', '990.10'])(
    'a plain deposit of %s calls up nobody',
    async (original) => {
      const { txid } = await openCharge(bank, { original });
      await advance(30);
      await everybodyDuePaid();

      expect(await valuesPaid(txid)).toEqual([]);
    },
  );

  test('amounts start no payer unless this is configured', async () => {
    await using database = await freshDatabase('bank');
    await using plain = await startBank(database.url);
    const { emv } = await openCharge(plain, { original: '99.07' });
    const { txid } = await openCharge(plain, { original: '99.01' });
    await plain.call('POST', '/sandbox/clock', { advanceSeconds: 30 });

    expect((await pay({ emv, afterSeconds: 0 }, plain)).status).toBe(202);
    await eventually(async () => {
      const { body } = await plain.call('GET', '/sandbox/truth');
      expect(body.payments).toHaveLength(1);
    });
    expect(await valuesPaid(txid, plain)).toEqual([]);
  });
});

describe('by the control API', () => {
  test('a payer comes after the seconds said, and not before', async () => {
    const { txid, emv } = await openCharge(bank);

    const { status, body } = await pay({ emv, value: 7, times: 2, afterSeconds: 60 });
    expect(status).toBe(202);
    expect(Date.parse(body.scheduledFor)).not.toBeNaN();
    await everybodyDuePaid();
    expect(await valuesPaid(txid)).toEqual([]);

    await advance(61);
    await paid(txid, ['0.07', '0.07']);
  });

  test('a payer who is still to come survives a restart and pays once, among replicas', async () => {
    const restarting = await startBank(database.url);
    const { txid, emv } = await openCharge(restarting);
    await pay({ emv, afterSeconds: 60 }, restarting);
    await restarting[Symbol.asyncDispose]();
    await using _replica = await startBank(database.url);

    await advance(61);

    await paid(txid, ['12.34']);
    await everybodyDuePaid();
    expect(await valuesPaid(txid)).toEqual(['12.34']);
  });

  test('a payer who comes too late goes away', async () => {
    const { txid, emv } = await openCharge(bank, { expiracao: 30 });
    await pay({ emv, afterSeconds: 60 });

    await advance(61);
    await everybodyDuePaid();

    expect(await valuesPaid(txid)).toEqual([]);
  });

  test('force pays late, after removal and again', async () => {
    const late = await openCharge(bank, { expiracao: 30 });
    const removed = await openCharge(bank);
    const again = await openCharge(bank);
    await bank.call('PATCH', `/cob/${removed.txid}`, REMOVAL);
    await pay({ emv: again.emv });
    await advance(31);

    for (const { txid, emv } of [late, removed, again]) {
      expect((await pay({ emv })).status).toBe(409);
      expect((await pay({ emv, force: true })).status).toBe(200);
      expect(await valuesPaid(txid)).toContain('12.34');
    }
    expect(await valuesPaid(again.txid)).toHaveLength(2);
  });

  test.each([{ txid: newTxid(), value: 500 }, { value: 500 }])(
    'money for %j that no charge asked for arrives',
    async (order) => {
      const { body } = await bank.call('POST', '/sandbox/pay-unknown', order);

      const [{ endToEndId }] = body.payments;
      const reply = await bank.call('GET', `/pix/${endToEndId}`);
      expect(reply.body).toMatchObject({
        valor: '5.00',
        ...('txid' in order && { txid: order.txid }),
      });
      const { body: truth } = await bank.call('GET', '/sandbox/truth');
      expect(truth.payments).toContainEqual(body.payments[0]);
    },
  );
});

describe('the clock', () => {
  test('it moves for every replica in both directions, survives a restart and can go back to the real time', async () => {
    await using database = await freshDatabase('bank');
    await using one = await startBank(database.url);
    await using other = await startBank(database.url);

    await one.call('POST', '/sandbox/clock', { advanceSeconds: 86_400 });

    for (const replica of [one, other]) {
      const { body, headers } = await replica.call('GET', '/sandbox/clock');
      expect(body.offsetSeconds).toBe(86_400);
      expect(Date.parse(body.now) - Date.now()).toBeGreaterThan(86_000_000);
      expect(Date.parse(headers.get('x-sandbox-now') ?? '') - Date.now()).toBeGreaterThan(
        86_000_000,
      );
    }
    await using restarted = await startBank(database.url);
    expect((await restarted.call('GET', '/sandbox/clock')).body.offsetSeconds).toBe(86_400);
    await other.call('DELETE', '/sandbox/clock');
    expect((await one.call('GET', '/sandbox/clock')).body.offsetSeconds).toBe(0);
    await one.call('POST', '/sandbox/clock', { advanceSeconds: -1_800 });
    expect((await other.call('GET', '/sandbox/clock')).body.offsetSeconds).toBe(-1_800);
  });

  test.each([{}, { advanceSeconds: -1e12 }, { advanceSeconds: 1e12 }, { now: 'x' }])(
    'the order %j does not move it',
    async (order) => {
      expect((await bank.call('POST', '/sandbox/clock', order)).status).toBe(400);
    },
  );
});
