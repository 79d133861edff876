import { eventually } from '@entrada/platform/testing/eventually';
import { newShop } from './shop.ts';

const { system, headers, call, deposit, newHeaders } = newShop();

async function underpaid(value: number): Promise<{ id: string }> {
  const charge = await deposit({ value: 5_000 });
  await system.bank.pay(charge.emv, { value, notify: true });
  return charge;
}

test('an account lists its own payments in suspense with their decision, page by page, and nobody else’s', async () => {
  const charges = [await underpaid(100), await underpaid(200)];
  await eventually(async () => {
    const { body } = await call({ path: '/api/balance', headers });
    expect(body.balance).toMatchObject({ suspense: 300, owed: 0 });
  });

  const first = (await call({ path: '/api/suspense?limit=1', headers })).body;
  const rest = `/api/suspense?limit=1&cursor=${encodeURIComponent(first.nextCursor)}`;
  const second = (await call({ path: rest, headers })).body;
  const payments = [...first.payments, ...second.payments];

  expect(payments).toHaveLength(2);
  expect(new Set(payments.map(({ chargeId }) => chargeId))).toEqual(
    new Set(charges.map(({ id }) => id)),
  );
  const payer = { name: 'Maria da Silva', document: '***.456.789-**' };
  for (const payment of payments) {
    expect(payment).toMatchObject({ kind: 'UNDERPAID', status: 'OPEN', failure: null, payer });
  }
  await eventually(async () => {
    const { events } = (await call({ path: '/api/events?cursor=0', headers })).body;
    const payers = events.map(({ data }: { data: { payer: unknown } }) => data.payer);
    expect(payers).toEqual([payer, payer]);
  });
  expect(second.nextCursor).toBeNull();
  const other = await newHeaders();
  const path = `/api/suspense?cursor=${encodeURIComponent(first.nextCursor)}`;
  for (const theirs of ['/api/suspense', path]) {
    expect((await call({ path: theirs, headers: other })).body).toEqual({
      success: true,
      payments: [],
      nextCursor: null,
    });
  }
});

test('a suspended payment says what the bank took back of it', async () => {
  const { id } = await underpaid(1_234);
  const suspended = async () => {
    const { body } = await call({ path: '/api/suspense', headers });
    return body.payments.find(({ chargeId }: { chargeId: string }) => chargeId === id);
  };
  const payment = await eventually(async () => (await suspended()) ?? false);
  expect(payment).toMatchObject({ value: 1_234, returnedValue: 0 });

  await system.bank.control('return', {
    endToEndId: payment.endToEndId,
    value: 234,
    natureza: 'MED_FRAUDE',
  });
  await eventually(async () =>
    expect(await suspended()).toMatchObject({ value: 1_234, returnedValue: 234, status: 'OPEN' }),
  );
});
