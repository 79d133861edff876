import { randomUUID } from 'node:crypto';
import { MESSAGING_MIGRATIONS, migrate, serviceMigrations } from '@entrada/platform/db/migrate';
import { transact } from '@entrada/platform/db/transaction';
import { eventIdOf } from '@entrada/platform/events/event-id';
import { freshDatabase } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { migrationsBefore } from '@entrada/platform/testing/migrations-before';
import pg from 'pg';
import { runBank } from '../../../test/harness/run-bank.ts';
import { runCharges } from '../../../test/harness/run-charges.ts';
import {
  completed,
  exceptional,
  failed,
  ledgerUnderTest,
  paidCharge,
} from './ledger-under-test.ts';

const SERVICE = `${import.meta.dirname}/..`;
const ALL = [MESSAGING_MIGRATIONS, serviceMigrations(SERVICE)];
const WHO = { reason: 'the log lost a disk' };

/** The schema as it was before the migration with this number. */
async function databaseBefore(number: string) {
  await using made = new AsyncDisposableStack();
  const { adminUrl: url } = made.use(await freshDatabase('ledger'));
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  made.defer(() => db.end());
  await db.query('drop schema public cascade; create schema public');
  const own = made.use(await migrationsBefore(SERVICE, number));
  await migrate(url, [MESSAGING_MIGRATIONS, own]);
  await db.query(`set app.account_id = '*'`);
  const resources = made.move();
  return { url, db, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

type Booking = { kind: string; endToEndId: string; chargeId?: string; reference?: string };

/** A transaction as the version before wrote it. */
async function insertBooking(db: pg.Client, { kind, endToEndId, chargeId, reference }: Booking) {
  const id = randomUUID();
  await db.query(
    `insert into ledger_transaction (id, kind, holder_id, seq, hash, created_at, end_to_end_id, charge_id, reference)
     values ($1, $2, $1, 1, '', now(), $3, $4, $5)`,
    [id, kind, endToEndId, chargeId ?? null, reference ?? null],
  );
  return id;
}

test('an upgrade of books in which a payment is booked twice names the payment and what to do', async () => {
  await using database = await databaseBefore('0008');
  const { db, url } = database;
  const reference = randomUUID();
  await insertBooking(db, { kind: 'DEPOSIT', endToEndId: 'Etwice' });
  const second = await insertBooking(db, { kind: 'SUSPENSE', endToEndId: 'Etwice', reference });
  await db.query(
    `insert into suspended_payment (exception_id, kind, holder_id, amount_cents, end_to_end_id, suspended_at)
     values ($1, 'UNKNOWN_TXID', gen_random_uuid(), 700, 'Etwice', now())`,
    [reference],
  );
  await insertBooking(db, { kind: 'DEPOSIT', endToEndId: 'Eonce' });

  await expect(migrate(url, ALL)).rejects.toMatchObject({
    message: expect.stringMatching(
      /booked twice, .*: Etwice\. Nothing was changed\. Restore this database .*restore\.md/,
    ),
    detail: expect.stringContaining(`Etwice: SUSPENSE UNKNOWN_TXID, transaction ${second}`),
    hint: expect.stringMatching(/The previous version can go on/),
  });
  const { rows } = await db.query(`select from service_migration where name like '0008%'`);
  expect(rows).toEqual([]);
});

test('bookings of the version before get their events from the outbox, as far as it has them', async () => {
  await using database = await databaseBefore('0013');
  const { db, url } = database;
  const chargeId = 'a'.repeat(24);
  const kept = await insertBooking(db, { kind: 'DEPOSIT', endToEndId: 'Ekept', chargeId });
  const refundId = randomUUID();
  const settled = await insertBooking(db, {
    kind: 'REFUND_SETTLE',
    endToEndId: 'Eback',
    reference: refundId,
  });
  const lost = await insertBooking(db, { kind: 'DEPOSIT', endToEndId: 'Elost', chargeId: 'lost' });
  const outbox = 'insert into outbox (topic, key, event_id, value) values ($1, $1, $2, $3)';
  await db.query(outbox, ['t', eventIdOf('deposit-credited', chargeId), 'credited']);
  await db.query(outbox, ['t', eventIdOf('refund-posted', refundId), 'posted']);

  await migrate(url, ALL);

  const { rows } = await db.query('select id, event from ledger_transaction');
  expect(new Map(rows.map(({ id, event }) => [id, event?.toString() ?? null]))).toEqual(
    new Map([
      [kept, 'credited'],
      [settled, 'posted'],
      [lost, null],
    ]),
  );
});

async function forgetEvents(ledger: Awaited<ReturnType<typeof ledgerUnderTest>>) {
  await transact(ledger.db, async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query('update ledger_transaction set event = null, exception_kind = null');
  });
}

test('what the version before booked is published again from the outbox, and counted when it is gone from there', async () => {
  await using ledger = await ledgerUnderTest();
  const charge = paidCharge();
  const exceptionId = randomUUID();
  await ledger.publish(completed(charge), exceptional(charge, { exceptionId }));
  await ledger.holds(charge.accountId, 4950, 700);
  await eventually(async () => expect(await ledger.published(charge.accountId)).toHaveLength(2));
  await forgetEvents(ledger);
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const republish = () =>
    ledger.rpc.republishEvents({ from, to: new Date().toISOString(), ...WHO });

  expect(await republish()).toEqual({ events: 2, skipped: 0, nextFrom: '' });
  await eventually(async () => expect(await ledger.published(charge.accountId)).toHaveLength(4));
  const gone = eventIdOf('deposit-credited', charge.chargeId);
  await ledger.db.query('delete from outbox where event_id = $1', [gone]);

  expect(await republish()).toEqual({ events: 1, skipped: 1, nextFrom: '' });
});

test('a payment that the version before suspended without saying why is not booked again', async () => {
  await using ledger = await ledgerUnderTest();
  const charge = paidCharge();
  const { endToEndId } = charge;
  await ledger.publish(exceptional(charge, { endToEndId }));
  await ledger.holds(charge.accountId, 0, 700);
  await forgetEvents(ledger);

  await ledger.publish(completed(charge));

  await eventually(async () =>
    expect(await ledger.parkedOf(charge.chargeId)).toMatchObject([
      {
        reason: 'unprocessable',
        detail: expect.stringContaining('is already booked as UNDERPAID'),
      },
    ]),
  );
  await ledger.holds(charge.accountId, 0, 700);
});

test('a refund that the version before booked without its value stops no recovery, and is named', async () => {
  await using ledger = await ledgerUnderTest();
  await using bank = await runBank();
  const env = { LEDGER_ADDRESS: ledger.service.address, SWEEP_EVERY_MS: '3600000' };
  const { events } = ledger;
  await using charges = await runCharges({ bank, events, env });
  const [charge, other] = [paidCharge(), paidCharge()];
  const [unknown, held] = [randomUUID(), randomUUID()];
  const { accountId, chargeId } = other;
  await ledger.publish(completed(charge), failed(charge, { refundId: unknown, valueCents: 500 }));
  await eventually(async () => expect(await ledger.published(charge.accountId)).toHaveLength(2));
  await ledger.publish(completed(other));
  await ledger.holds(accountId, 4950);
  await ledger.rpc.holdRefund({ refundId: held, accountId, chargeId, valueCents: 500 });
  const recover = () =>
    charges.rpc.recoverRefunds({ from: new Date(Date.now() - 3_600_000).toISOString(), ...WHO });
  await forgetEvents(ledger);
  // The outbox still has its event. Both wait for their charges, which this test made up.
  expect(await recover()).toMatchObject({ waiting: [unknown, held], failed: [] });

  await ledger.db.query('delete from outbox');

  expect(await recover()).toMatchObject({ waiting: [held], failed: [{ refundId: unknown }] });
});
