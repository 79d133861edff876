import { randomUUID } from 'node:crypto';
import type { EventRecord } from '@entrada/platform/events/event-log';
import { type LedgerAtBank, ledgerAtBank } from './ledger-at-bank.ts';
import { completed, failed, paidCharge, returned, settled } from './ledger-under-test.ts';

let ledger: LedgerAtBank;
beforeAll(async () => {
  ledger = await ledgerAtBank();
});
afterAll(() => ledger[Symbol.asyncDispose]());

type Paid = ReturnType<typeof paidCharge>;
type Refund = { readonly refundId: string; readonly valueCents: number };

/** A refund of 1000 of a credited charge that the bank has paid out, whatever it said before. */
async function paidOutRefund({ isHeld }: { readonly isHeld: boolean }) {
  const charge = paidCharge();
  ledger.bank.pay(charge.endToEndId, 5000);
  await ledger.deliver(completed(charge));
  const { accountId, chargeId, paymentLinkId } = charge;
  const refund = { refundId: randomUUID(), valueCents: 1000 };
  if (isHeld) {
    await ledger.app.holdRefund({ ...refund, accountId, chargeId, paymentLinkId }, null);
  }
  const made = ledger.bank.refund(charge.endToEndId, refund.refundId, 1000);
  if (made) made.status = 'SETTLED';
  return { charge, refund };
}

/** As charges reports what the bank returned, under the id of the refund. */
function asReturn(charge: Paid, { refundId, valueCents }: Refund): EventRecord {
  const bankReturnId = refundId.replaceAll('-', '');
  return returned(charge, { returnId: randomUUID(), valueCents, bankReturnId });
}

const HISTORIES: readonly [string, readonly ((charge: Paid, refund: Refund) => EventRecord)[]][] = [
  ['settled', [settled]],
  ['failed, then settled', [failed, settled]],
  ['failed, then returned', [failed, asReturn]],
  ['settled, then returned', [settled, asReturn]],
  ['returned, then settled', [asReturn, settled]],
  ['failed, settled, then returned', [failed, settled, asReturn]],
  ['failed, returned, then settled', [failed, asReturn, settled]],
  ['failed, then returned twice', [failed, asReturn, asReturn]],
];

describe.each(HISTORIES)('a refund that is %s', (_history, events) => {
  test.each([
    ['one batch', true, true],
    ['a batch each', false, true],
    ['one batch, on books that lost its hold', true, false],
    ['a batch each, on books that lost its hold', false, false],
  ])('is paid out once by the books and parks nothing, in %s', async (_batches, isOne, isHeld) => {
    const before = await ledger.differenceToBank();
    const { charge, refund } = await paidOutRefund({ isHeld });
    const records = events.map((eventOf) => eventOf(charge, refund));

    if (isOne) await ledger.deliver(...records);
    else for (const record of records) await ledger.deliver(record);

    expect(await ledger.parked()).toEqual([]);
    const { availableCents } = await ledger.app.getBalance(charge.accountId, null);
    expect(availableCents).toBe(3950);
    expect(await ledger.differenceToBank()).toBe(before);
  });
});

test('a refund that neither database remembers and the bank has made is not held, nor booked twice', async () => {
  const before = await ledger.differenceToBank();
  const { charge, refund } = await paidOutRefund({ isHeld: false });
  const { accountId, chargeId, paymentLinkId } = charge;
  await ledger.deliver(asReturn(charge, refund));

  const again = ledger.app.holdRefund({ ...refund, accountId, chargeId, paymentLinkId }, null);

  await expect(again).rejects.toMatchObject({ code: 'CONFLICT' });
  await ledger.deliver(settled(charge, refund));
  expect(await ledger.parked()).toEqual([]);
  const { availableCents } = await ledger.app.getBalance(accountId, null);
  expect(availableCents).toBe(3950);
  expect(await ledger.differenceToBank()).toBe(before);
});

test('a refund that is paid after its failure is booked as a return of the bank, as charges reports it', async () => {
  const { charge, refund } = await paidOutRefund({ isHeld: true });

  await ledger.deliver(failed(charge, refund));
  await ledger.deliver(asReturn(charge, refund));

  const text = 'select kind from ledger_transaction where charge_id = $1 order by seq';
  const { rows } = await ledger.db.query<{ kind: string }>(text, [charge.chargeId]);
  expect(rows.map(({ kind }) => kind)).toEqual([
    'DEPOSIT',
    'REFUND_HOLD',
    'REFUND_RELEASE',
    'BANK_RETURN',
  ]);
});
