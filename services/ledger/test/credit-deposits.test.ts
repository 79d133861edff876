import { randomUUID } from 'node:crypto';
import { LedgerEvent } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { EVENT_ID_HEADER, type EventRecord } from '@entrada/platform/events/event-log';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { type BookingKind, EXCEPTION_KINDS } from '../src/domain/payment-bookings.ts';
import {
  completed,
  exceptional,
  ledgerUnderTest,
  malformed,
  paidCharge,
} from './ledger-under-test.ts';

const ledger = forTests(() => ledgerUnderTest());

test('a completed charge credits its account with value minus fee, in entries that sum to zero', async () => {
  const charge = paidCharge({ valueCents: 5000, feeCents: 50, paidCents: 5000 });

  await ledger.publish(completed(charge));

  await ledger.holds(charge.accountId, 4950);
  expect(await ledger.entriesOf(charge.chargeId)).toEqual([
    { account: 'settlement', amount_cents: -5000, balance_cents: null },
    { account: 'fees', amount_cents: 50, balance_cents: null },
    { account: 'available', amount_cents: 4950, balance_cents: 4950 },
  ]);
});

test('a fee as high as the value credits nothing and is still booked', async () => {
  const charge = paidCharge({ valueCents: 1, feeCents: 1, paidCents: 1 });

  await ledger.publish(completed(charge));

  await eventually(async () =>
    expect(await ledger.entriesOf(charge.chargeId)).toEqual([
      { account: 'settlement', amount_cents: -1, balance_cents: null },
      { account: 'fees', amount_cents: 1, balance_cents: null },
    ]),
  );
});

test('in a batch of many accounts every entry carries the balance right after it', async () => {
  const accounts = [randomUUID(), randomUUID(), randomUUID()];
  const charges = Array.from({ length: 90 }, (_, index) =>
    paidCharge({
      accountId: accounts[index % 3] ?? '',
      valueCents: 1000 + index,
      feeCents: index % 7,
      paidCents: 1000 + index,
    }),
  );
  const surplus = (index: number) => ({ amountCents: 1 + (index % 5) });

  await ledger.publish(
    ...charges.flatMap((charge, index) => [completed(charge), exceptional(charge, surplus(index))]),
  );

  for (const accountId of accounts) {
    const own = charges.filter((charge) => charge.accountId === accountId);
    const available = own.reduce((sum, c) => sum + c.valueCents - c.feeCents, 0);
    const suspense = own.reduce((sum, c) => sum + surplus(charges.indexOf(c)).amountCents, 0);
    await ledger.holds(accountId, available, suspense);
    await expectRunningBalances(accountId);
  }
});

async function expectRunningBalances(holderId: string): Promise<void> {
  const { rows } = await ledger.db.query<{ balance: number; running: number }>(
    `select balance_cents as balance,
            (sum(amount_cents) over (partition by account order by id))::bigint as running
       from entry where holder_id = $1`,
    [holderId],
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ balance }) => balance)).toEqual(rows.map(({ running }) => running));
}

test('an event that comes again, in the same batch or later, credits nothing more', async () => {
  const charge = paidCharge();
  const later = paidCharge({ accountId: charge.accountId, valueCents: 100, feeCents: 1 });

  await ledger.publish(completed(charge), completed(charge), completed(charge));
  await ledger.holds(charge.accountId, 4950);
  await ledger.publish(completed(charge));
  await ledger.publish(completed(later));

  await ledger.holds(charge.accountId, 4950 + 99);
  expect(await ledger.entriesOf(charge.chargeId)).toHaveLength(3);
});

test('a credit is published once, with everything a webhook needs to say', async () => {
  const charge = paidCharge();

  await ledger.publish(completed(charge), completed(charge));

  const [record] = await eventually(async () => {
    const found = await bookedEventsOf(charge.accountId);
    return found.length > 0 && found;
  });
  expect(record?.headers[EVENT_ID_HEADER]).toMatch(/^[0-9a-f-]{36}$/);
  const { rows } = await ledger.db.query(
    'select id, created_at from ledger_transaction where charge_id = $1',
    [charge.chargeId],
  );
  expect(LedgerEvent.deserialize(record?.value ?? Buffer.alloc(0)).depositCredited).toMatchObject({
    transactionId: rows[0].id,
    creditedCents: 4950,
    creditedAt: rows[0].created_at.toISOString(),
    charge,
  });
  await ledger.publish(completed(charge), completed(paidCharge({ accountId: charge.accountId })));
  await eventually(async () => expect(await bookedEventsOf(charge.accountId)).toHaveLength(2));
});

async function bookedEventsOf(accountId: string) {
  const records = await ledger.events.recordsOf(Topic.Ledger);
  return records.filter(({ key }) => key === accountId);
}

test('an account is the same however its id is written', async () => {
  const accountId = randomUUID();
  const shouted = { accountId: accountId.toUpperCase() };

  await ledger.publish(completed(paidCharge({ accountId })), completed(paidCharge(shouted)));

  await ledger.holds(accountId, 2 * 4950);
  expect(await ledger.balanceOf(accountId.toUpperCase())).toMatchObject({ availableCents: 9900 });
});

test('an account that never moved has zeros, and what is no account is refused', async () => {
  const zeros = { availableCents: 0, suspenseCents: 0, owedCents: 0, heldCents: 0 };
  expect(await ledger.balanceOf(randomUUID())).toEqual(zeros);
  for (const accountId of ['', 'malformed', '\u0000']) {
    await expect(ledger.balanceOf(accountId)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'accountId must be a UUID',
    });
  }
});

test('credits are counted and timed', async () => {
  const charge = paidCharge();
  await ledger.publish(completed(charge));
  await ledger.holds(charge.accountId, 4950);

  const metrics = await ledger.service.runtime.metrics.metrics();
  expect(metrics).toMatch(/ledger_credits_total [1-9]/);
  expect(metrics).toMatch(/ledger_credited_cents_total [1-9]/);
  expect(metrics).toMatch(/ledger_fee_cents_total [1-9]/);
  expect(metrics).toMatch(/deposit_confirm_to_credit_seconds_count [1-9]/);
});

test('a payment that another writes at the same moment is credited once', async () => {
  const ours = paidCharge();
  const neighbour = paidCharge();
  const other = await ledger.db.connect();
  try {
    await other.query('begin');
    // As another replica would, for another account, and not committed yet when ours looks.
    await other.query(
      `insert into ledger_transaction (id, kind, holder_id, seq, hash, created_at, end_to_end_id)
       values ($1, 'DEPOSIT', $1, 1, '', now(), $2)`,
      [randomUUID(), ours.endToEndId],
    );
    await ledger.publish(completed(ours), completed(neighbour));
    await eventually(async () => {
      const waiting = `
        select from pg_stat_activity
         where wait_event_type = 'Lock' and query like '%insert into ledger_transaction%'
           and datname = current_database()`;
      expect((await ledger.db.query(waiting)).rowCount).toBe(1);
    });
    await other.query('commit');
  } finally {
    other.release();
  }

  await eventually(async () =>
    expect(await ledger.parkedOf(ours.chargeId)).toMatchObject([
      { detail: expect.stringContaining('already booked') },
    ]),
  );
  await ledger.holds(neighbour.accountId, 4950);
  await ledger.holds(ours.accountId, 0);
});

test('an account that is behind its own chain is credited nothing, and blocks nobody', async () => {
  const first = paidCharge();
  await ledger.publish(completed(first));
  await ledger.holds(first.accountId, 4950);
  await ledger.db.query('update account set seq = 0 where holder_id = $1', [first.accountId]);
  const second = paidCharge({ accountId: first.accountId });
  const neighbour = paidCharge();

  await ledger.publish(completed(neighbour), completed(second));

  await eventually(async () =>
    expect(await ledger.parkedOf(second.chargeId)).toMatchObject([
      { detail: expect.stringContaining('the account is behind its own hash chain') },
    ]),
  );
  await ledger.holds(neighbour.accountId, 4950);
  await ledger.holds(first.accountId, 4950);
});

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

test('reading the whole topic again changes nothing', async () => {
  await using own = await ledgerUnderTest();
  const accounts = async () => (await own.db.query('select * from account order by 1')).rows;
  const entries = async () => (await own.db.query('select * from entry order by id')).rows;
  const published = async () => (await own.events.recordsOf(Topic.Ledger)).length;
  const records = Array.from({ length: 40 }, () => completed(paidCharge()));
  await own.publish(...records.slice(0, 20), malformed(), ...records.slice(20));
  await eventually(async () => expect(await published()).toBe(40));
  const before = { accounts: await accounts(), entries: await entries() };

  await own.service[Symbol.asyncDispose]();
  await own.events.db.query('delete from group_offset');
  await using again = await own.startAnother();

  const marker = paidCharge();
  await own.publish(completed(marker));
  await eventually(async () => expect(await published()).toBe(41));
  await eventually(async () => {
    const metrics = await again.runtime.metrics.metrics();
    expect(metrics).toMatch(/duplicates_total\{[^}]*\} 40/);
  });
  const others = (await accounts()).filter(({ holder_id: id }) => id !== marker.accountId);
  expect(others).toEqual(before.accounts);
  const all = await entries();
  expect(all).toHaveLength(before.entries.length + 3);
  expect(all).toEqual(expect.arrayContaining(before.entries));
});
