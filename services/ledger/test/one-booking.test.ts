import { randomUUID } from 'node:crypto';
import type { EventRecord } from '@entrada/platform/events/event-log';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { type BookingKind, EXCEPTION_KINDS } from '../src/domain/payment-bookings.ts';
import { completed, exceptional, ledgerUnderTest, paidCharge } from './ledger-under-test.ts';

const ledger = forTests(() => ledgerUnderTest());

const KINDS: readonly BookingKind[] = ['DEPOSIT', ...EXCEPTION_KINDS];
const PAIRS = KINDS.flatMap((first) => KINDS.map((second) => [first, second] as const));

/** Only a deposit and its surplus stand beside each other. */
const mayStandBeside = (...kinds: BookingKind[]) => kinds.toSorted().join() === 'DEPOSIT,OVERPAID';

type PaidCharge = ReturnType<typeof paidCharge>;

/** A record that books the payment of a charge like this. */
function bookingAs(kind: BookingKind, charge: PaidCharge): EventRecord {
  if (kind === 'DEPOSIT') return completed(charge);
  const { endToEndId } = charge;
  const owner = kind === 'UNKNOWN_TXID' ? null : charge;
  return exceptional(owner, { kind: `EXCEPTION_KIND_${kind}`, endToEndId, amountCents: 700 });
}

async function bookingsOf(endToEndId: string): Promise<number> {
  const text = 'select from ledger_transaction where end_to_end_id = $1';
  return (await ledger.db.query(text, [endToEndId])).rowCount ?? 0;
}

test.each(PAIRS)(
  'a payment that is booked as %s is booked as %s beside it only if one is the surplus of the other',
  async (first, second) => {
    const charge = paidCharge();
    await ledger.publish(bookingAs(first, charge));
    await eventually(async () => expect(await bookingsOf(charge.endToEndId)).toBe(1));
    const isSameCredit = first === 'DEPOSIT' && second === 'DEPOSIT';
    // A second deposit of the payment is of another charge: one of the same is the same event.
    const next = bookingAs(
      second,
      isSameCredit ? { ...paidCharge(), endToEndId: charge.endToEndId } : charge,
    );

    // Exceptions of one payment have one event id: the inbox would ignore the second while it knows the first.
    await ledger.db.query('delete from inbox');

    await ledger.publish(next);

    if (mayStandBeside(first, second)) {
      await eventually(async () => expect(await bookingsOf(charge.endToEndId)).toBe(2));
      return;
    }
    await eventually(async () =>
      expect(await ledger.parkedOf(next.key)).toMatchObject([
        {
          reason: 'unprocessable',
          detail: expect.stringContaining(`is already booked as ${first}`),
        },
      ]),
    );
    expect(await bookingsOf(charge.endToEndId)).toBe(1);
  },
);

test.each(PAIRS)(
  'the database itself refuses %s and %s of one payment unless one is the surplus of the other',
  async (first, second) => {
    const endToEndId = randomUUID().replaceAll('-', '');
    const insert = async (kind: BookingKind) => {
      const exception = kind === 'DEPOSIT' ? null : kind;
      await ledger.db.query(
        `insert into ledger_transaction (id, kind, holder_id, seq, hash, created_at, end_to_end_id, exception_kind)
       values ($1, $2, $1, 1, '', now(), $3, $4)`,
        [randomUUID(), exception ? 'SUSPENSE' : 'DEPOSIT', endToEndId, exception],
      );
    };
    await insert(first);

    const inserted = insert(second);

    if (mayStandBeside(first, second)) await inserted;
    else await expect(inserted).rejects.toMatchObject({ code: '23505' });
  },
);

test('a surplus is booked beside the deposit of its own charge only', async () => {
  const charge = paidCharge();
  await ledger.publish(completed(charge));
  await ledger.holds(charge.accountId, 4950);
  const other = { ...paidCharge(), endToEndId: charge.endToEndId };
  const surplus = bookingAs('OVERPAID', other);

  await ledger.publish(surplus);

  await eventually(async () => expect(await ledger.parkedOf(surplus.key)).toHaveLength(1));
  await ledger.holds(other.accountId, 0);
});
