import { randomUUID } from 'node:crypto';
import { LedgerEvent } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { EVENT_ID_HEADER } from '@entrada/platform/events/event-log';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests, standIn } from '@entrada/platform/testing/for-tests';
import { completed, paidCharge, returned } from './ledger-under-test.ts';
import { ledgerWithCharges } from './ledger-with-charges.ts';

const system = forTests(() => ledgerWithCharges());
const ledger = standIn(() => system.ledger);

/** Money that is at the bank, and in the suspense of an account. */
async function suspendedPayment() {
  const accountId = randomUUID();
  return { accountId, ...(await system.suspendedPayment(accountId)) };
}

/** The relay holds its lock on a session of its own; without it, it begins again as a new process does. */
const END_RELAY = `
  select pg_terminate_backend(pid) from pg_locks
   where locktype = 'advisory' and granted and pid <> pg_backend_pid()
     and database = (select oid from pg_database where datname = current_database())`;

function asked(exceptionId: string, decision: string) {
  return { exceptionId, decision, reason: 'the payer called' };
}

/** The event ids of what was published about a decision, one for each time it was. */
async function published(exceptionId: string): Promise<string[]> {
  const records = await ledger.events.recordsOf(Topic.Ledger);
  return records
    .filter(({ value }) => {
      const { suspenseResolved } = LedgerEvent.deserialize(value);
      return suspenseResolved?.exception?.exceptionId === exceptionId;
    })
    .map(({ headers }) => String(headers[EVENT_ID_HEADER]));
}

/** The relay publishes in order, so what was before this is published by now. */
async function everythingIsPublished(): Promise<void> {
  const charge = paidCharge();
  await ledger.publish(completed(charge));
  await eventually(async () => expect(await ledger.published(charge.accountId)).toHaveLength(1));
}

test('a decision to credit is carried out and published once, however often it is made', async () => {
  const { exceptionId, accountId, endToEndId } = await suspendedPayment();
  const credit = asked(exceptionId, 'CREDIT');

  await Promise.all([1, 2, 3].map(() => ledger.rpc.resolveSuspense(credit)));
  await ledger.rpc.resolveSuspense(credit);
  await everythingIsPublished();

  expect(await published(exceptionId)).toHaveLength(1);
  await ledger.holds(accountId, 700, 0);
  const { items } = await ledger.rpc.listSuspense({ limit: 200, accountId });
  expect(items).toEqual([]);
  expect(await system.itemOf(endToEndId)).toMatchObject({ resolution: 'CREDITED' });
});

test('a decision tells what was credited, not what the bank had taken back before', async () => {
  const { exceptionId, accountId, endToEndId } = await suspendedPayment();
  await ledger.publish(returned({ endToEndId }, { returnId: randomUUID(), valueCents: 250 }));
  await ledger.holds(accountId, 0, 450);

  await ledger.rpc.resolveSuspense(asked(exceptionId, 'CREDIT'));
  await everythingIsPublished();

  const events = await ledger.published(accountId);
  expect(events.map(({ suspenseResolved }) => suspenseResolved?.amountCents ?? null)).toContain(
    450,
  );
  await ledger.holds(accountId, 450);
});

test('a decision that fails at its last step is not published, and once when it is made again', async () => {
  const { exceptionId, accountId } = await suspendedPayment();
  const credit = asked(exceptionId, 'CREDIT');
  await ledger.db.query(`
    create function refuse_decision() returns trigger language plpgsql as
      'begin raise exception ''the disk is full''; end';
    create trigger refuse_decision before update on suspended_payment
      for each row when (old.exception_id = '${exceptionId}') execute function refuse_decision()`);

  await expect(ledger.rpc.resolveSuspense(credit)).rejects.toThrow();
  await ledger.db.query('drop trigger refuse_decision on suspended_payment');
  await everythingIsPublished();
  expect(await published(exceptionId)).toEqual([]);
  await ledger.holds(accountId, 0, 700);

  await ledger.rpc.resolveSuspense(credit);
  await everythingIsPublished();
  expect(await published(exceptionId)).toHaveLength(1);
  await ledger.holds(accountId, 700);
});

test('a return is published when the bank has made it, once, though the process that decided it died', async () => {
  const { exceptionId, endToEndId } = await suspendedPayment();
  const refund = asked(exceptionId, 'REFUND');
  const doomed = await ledger.startAnother(system.address);
  await doomed.rpc.resolveSuspense(refund);
  await doomed[Symbol.asyncDispose]();
  await everythingIsPublished();
  expect(await published(exceptionId)).toEqual([]);

  await system.becomes(endToEndId, 'REFUNDED');
  await ledger.rpc.resolveSuspense(refund);
  await everythingIsPublished();

  expect(await published(exceptionId)).toHaveLength(1);
});

test('a process that dies between publishing a decision and noting it publishes it again under the same id', async () => {
  const { exceptionId } = await suspendedPayment();
  await ledger.rpc.resolveSuspense(asked(exceptionId, 'CREDIT'));
  await everythingIsPublished();
  const [eventId] = await published(exceptionId);

  await ledger.db.query('update outbox set published_at = null where event_id = $1', [eventId]);
  await ledger.db.query(END_RELAY);
  await everythingIsPublished();

  await eventually(async () => expect(await published(exceptionId)).toEqual([eventId, eventId]));
});
