import { randomUUID } from 'node:crypto';
import { transact } from '@entrada/platform/db/transaction';
import type { EventRecord } from '@entrada/platform/events/event-log';
import { eventually } from '@entrada/platform/testing/eventually';
import { PLATFORM_ID } from '../src/domain/posting.ts';
import { parseChargeEvent } from '../src/events/decode.ts';
import type { OpenBooks } from '../src/ports.ts';
import { idOf } from '../src/store/id-of.ts';
import { openBooks } from '../src/store/open-books.ts';
import { type LedgerAtBank, ledgerAtBank } from './ledger-at-bank.ts';
import { completed, paidCharge, returned } from './ledger-under-test.ts';

let ledger: LedgerAtBank;
beforeAll(async () => {
  ledger = await ledgerAtBank();
});
afterAll(() => ledger[Symbol.asyncDispose]());

const WAITING = `
  select from pg_stat_activity
   where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`;

/** As another replica does, that has planned its batch and has not written it yet. */
function planned(record: EventRecord) {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const event = parseChargeEvent({ ...record, partition: 0, offset: '0' });
  const done = transact(ledger.pool, async (client) => {
    const tx = await openBooks(client, idOf);
    const write: OpenBooks['write'] = async (batch) => {
      reached.resolve();
      await released.promise;
      await tx.write(batch);
    };
    await ledger.app.bookEvents({ ...tx, write }, [event]);
  });
  return { reached: reached.promise, release: () => released.resolve(), done };
}

function paidAndReturned() {
  const charge = paidCharge();
  const { bank } = ledger;
  bank.pay(charge.endToEndId, 5000);
  const made = bank.takeBack(charge.endToEndId, 300);
  if (made) made.status = 'SETTLED';
  // Charges did not know yet whose payment it is.
  const back = returned(
    { endToEndId: charge.endToEndId },
    { returnId: randomUUID(), valueCents: 300 },
  );
  return { charge, deposit: completed(charge), back };
}

test.each(['deposit', 'back'] as const)(
  'a deposit and a return of it that names no account, handled by two replicas at once, end as one after the other: %s first',
  async (first) => {
    const { charge, ...records } = paidAndReturned();
    const one = planned(records[first]);
    await one.reached;

    let isHandled = false;
    const other = ledger.deliver(records[first === 'deposit' ? 'back' : 'deposit']).then(() => {
      isHandled = true;
    });
    await eventually(
      async () => isHandled || expect((await ledger.db.query(WAITING)).rowCount).toBe(1),
    );
    one.release();
    await Promise.all([one.done, other]);

    expect(await ledger.differenceToBank()).toBe(0);
    const nothing = { availableCents: 0, suspenseCents: 0, owedCents: 0, heldCents: 0 };
    expect(await ledger.app.getBalance(PLATFORM_ID, null)).toEqual(nothing);
    const { availableCents } = await ledger.app.getBalance(charge.accountId, null);
    expect(availableCents).toBe(4650);
  },
);

test('deposits do not wait for each other', async () => {
  const one = planned(completed(paidCharge()));
  await one.reached;
  const other = paidCharge();
  ledger.bank.pay(other.endToEndId, 5000);

  await ledger.deliver(completed(other));

  const { availableCents } = await ledger.app.getBalance(other.accountId, null);
  expect(availableCents).toBe(4950);
  one.release();
  await one.done;
});
