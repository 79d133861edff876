import { randomUUID } from 'node:crypto';
import type { EventRecord } from '@entrada/platform/events/event-log';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { parseChargeEvent } from '../src/events/decode.ts';
import type { OpenBooks } from '../src/ports.ts';
import { openStores } from '../src/store/stores.ts';
import { ledgerAtBank } from './ledger-at-bank.ts';
import {
  completed,
  exceptional,
  failed,
  holdOf,
  type Origin,
  paidCharge,
  returned,
  settled,
} from './ledger-under-test.ts';

const ledger = forTests(() => ledgerAtBank());
afterEach(() => ledger.published.splice(0));

type PaidCharge = ReturnType<typeof paidCharge>;
type Refund = ReturnType<typeof holdOf>;

/** A refund of a credited charge that the bank has paid out, whatever it said before. */
async function paidOutRefund({
  isHeld,
  valueCents = 1000,
}: {
  isHeld: boolean;
  valueCents?: number;
}) {
  const charge = paidCharge();
  ledger.bank.pay(charge, 5000);
  await ledger.deliver(completed(charge));
  const refund = holdOf(charge, valueCents);
  if (isHeld) await ledger.app.holdRefund(refund, null);
  const made = ledger.bank.refund(charge.endToEndId, refund.refundId, valueCents);
  ledger.bank.settle(charge.endToEndId, made);
  return { charge, refund };
}

async function kindsOf({ endToEndId }: Pick<PaidCharge, 'endToEndId'>): Promise<string[]> {
  const text = 'select kind from ledger_transaction where end_to_end_id = $1 order by seq';
  return (await ledger.db.query(text, [endToEndId])).rows.map(({ kind }) => kind);
}

const HISTORIES: readonly [
  string,
  readonly ((charge: PaidCharge, refund: Refund) => EventRecord)[],
][] = [
  ['settled', [settled]],
  ['settled twice', [settled, settled]],
  ['failed, then settled', [failed, settled]],
  ['failed twice, then settled', [failed, failed, settled]],
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

    // The inbox knows a repeated event by its id; books that were restored may not.
    if (isOne) await ledger.deliver(...records);
    for (const record of isOne ? [] : records) {
      await ledger.db.query('delete from inbox');
      await ledger.deliver(record);
    }

    expect(await ledger.parked()).toEqual([]);
    const balance = await ledger.app.getBalance(charge.accountId, null);
    expect(balance).toMatchObject({ availableCents: 3950, heldCents: 0, owedCents: 0 });
    expect(await ledger.differenceToBank()).toBe(before);
    const paidOut = events.includes(failed) ? 'BANK_RETURN' : 'REFUND_SETTLE';
    expect((await kindsOf(charge)).at(-1)).toBe(paidOut);
    // Charges asks the bank whether it knows a refund that the books know.
    expect(await ledger.app.holdRefund(refund, null)).toBe(true);
    expect(await ledger.differenceToBank()).toBe(before);
  });
});

test('a refund that settles after its release is a return of the bank, and what the account lacks is owed', async () => {
  const before = await ledger.differenceToBank();
  const { charge, refund } = await paidOutRefund({ isHeld: true, valueCents: 4950 });
  await ledger.deliver(failed(charge, refund));
  // The released money is spent.
  const spent = holdOf(charge, 50);
  await ledger.app.holdRefund(spent, null);
  const made = ledger.bank.refund(charge.endToEndId, spent.refundId, 50);
  ledger.bank.settle(charge.endToEndId, made);
  await ledger.deliver(settled(charge, spent));

  await ledger.deliver(settled(charge, refund));

  const balance = await ledger.app.getBalance(charge.accountId, null);
  expect(balance).toMatchObject({ availableCents: 0, heldCents: 0, owedCents: 50 });
  expect(await kindsOf(charge)).toEqual([
    ...['DEPOSIT', 'REFUND_HOLD', 'REFUND_RELEASE', 'REFUND_HOLD', 'REFUND_SETTLE'],
    'BANK_RETURN',
  ]);
  expect(await ledger.differenceToBank()).toBe(before);
  expect(await ledger.parked()).toEqual([]);
});

const ORIGINS: readonly Origin[] = ['CLIENT', 'OPERATOR', 'BANK'];
const PAIRS = ORIGINS.flatMap((first) => ORIGINS.map((second) => [first, second] as const));

/** An overpaid charge of which the bank has returned 300, and events that tell of it. */
async function paidAndReturned() {
  const charge = paidCharge({ paidCents: 5700 });
  const { endToEndId } = charge;
  ledger.bank.pay(charge, 5700);
  const kind = 'EXCEPTION_KIND_OVERPAID' as const;
  await ledger.deliver(completed(charge), exceptional(charge, { kind, endToEndId }));
  const made = ledger.bank.takeBack(endToEndId, 300);
  ledger.bank.settle(endToEndId, made);
  const { bankReturnId } = made;
  const reported = (origin: Origin, payment: PaidCharge | { endToEndId: string } = charge) =>
    returned(payment, { returnId: randomUUID(), valueCents: 300, bankReturnId, origin });
  return { charge, reported };
}

describe.each(PAIRS)(
  'one return at the bank, reported of as of %s and as of %s',
  (first, second) => {
    test.each([
      ['one batch', true],
      ['two', false],
    ])('is booked once, in %s', async (_batches, isOne) => {
      const before = await ledger.differenceToBank();
      const { charge, reported } = await paidAndReturned();
      const records = [reported(first), reported(second)];

      if (isOne) await ledger.deliver(...records);
      else for (const record of records) await ledger.deliver(record);

      expect(await kindsOf(charge)).toHaveLength(3);
      expect(await ledger.differenceToBank()).toBe(before);
      expect(await ledger.parked()).toEqual([]);
    });
  },
);

test('books that lost a payment in suspense and its decided return book both in one batch, and publish the decision', async () => {
  const before = await ledger.differenceToBank();
  const charge = paidCharge({ paidCents: 5700 });
  const { endToEndId } = charge;
  ledger.bank.pay(charge, 5700);
  const made = ledger.bank.takeBack(endToEndId, 700);
  ledger.bank.settle(endToEndId, made);
  const kind = 'EXCEPTION_KIND_OVERPAID' as const;
  const { bankReturnId } = made;
  const origin = 'OPERATOR' as const;
  const decided = { returnId: randomUUID(), valueCents: 700, bankReturnId, origin };

  await ledger.deliver(
    completed(charge),
    exceptional(charge, { kind, endToEndId }),
    returned(charge, decided),
  );

  expect(await kindsOf(charge)).toEqual(['DEPOSIT', 'SUSPENSE', 'SUSPENSE_REFUND']);
  const { rows } = await ledger.db.query(
    'select resolution from suspended_payment where end_to_end_id = $1',
    [endToEndId],
  );
  expect(rows).toEqual([{ resolution: 'REFUNDED' }]);
  expect(await ledger.differenceToBank()).toBe(before);
  expect(await ledger.parked()).toEqual([]);
});

const WAITING = `
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

test('of two replicas that book one return at once, the database refuses the second', async () => {
  const before = await ledger.differenceToBank();
  const charge = paidCharge();
  const { endToEndId } = charge;
  ledger.bank.pay(charge, 5000);
  await ledger.deliver(completed(charge));
  const made = ledger.bank.takeBack(endToEndId, 300);
  ledger.bank.settle(endToEndId, made);
  // Neither names the account, so that each looks at the books before it locks the account.
  const tell = () => returned({ endToEndId }, { ...made, returnId: randomUUID() });
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const event = parseChargeEvent({ ...tell(), partition: 0, offset: '0' });
  const one = openStores(ledger.pool).transact(async (tx) => {
    const write: OpenBooks['write'] = async (batch) => {
      reached.resolve();
      await released.promise;
      await tx.write(batch);
    };
    await ledger.app.bookEvents({ ...tx, write }, [event]);
  });
  await reached.promise;

  const other = ledger.deliver(tell());
  await eventually(async () => expect((await ledger.db.query(WAITING)).rowCount).toBe(1));
  released.resolve();
  await Promise.all([one, other]);

  expect(await kindsOf(charge)).toEqual(['DEPOSIT', 'BANK_RETURN']);
  expect(await ledger.differenceToBank()).toBe(before);
  expect(await ledger.parked()).toMatchObject([
    { key: endToEndId, detail: expect.stringContaining('is already booked') },
  ]);
  await ledger.db.query('delete from parked_record');
});
