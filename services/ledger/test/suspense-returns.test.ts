import { randomUUID } from 'node:crypto';
import { LedgerEvent } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { EVENT_ID_HEADER } from '@entrada/platform/events/event-log';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests, standIn } from '@entrada/platform/testing/for-tests';
import { auditNow } from './audit-window.ts';
import { completed, corrupt, paidCharge, returned, type UnderTest } from './ledger-under-test.ts';
import { ledgerWithCharges } from './ledger-with-charges.ts';

const TEST_MAX_MS = 120_000;

const system = forTests(() => ledgerWithCharges());
const ledger = standIn(() => system.ledger);
afterEach(async () => {
  system.line.restore();
  await system.bank.clearFaults();
});

const decide = (
  exceptionId: string,
  decision: string,
  more: object = {},
  { rpc }: Pick<UnderTest, 'rpc'> = system.ledger,
) => rpc.resolveSuspense({ exceptionId, decision, reason: 'the payer called', ...more });

const fault = (operation: string, kind: string, more: object = { count: 1 }) =>
  system.bank.control('faults', { operation, fault: kind, ...more });

const UNDER_WAY = { code: 'CONFLICT', reason: 'return_under_way' };

/** A payment that completed no charge, and that an operator had returned to its payer. */
async function suspendedAndReturned() {
  const payment = await system.suspendedPayment();
  await decide(payment.exceptionId, 'REFUND');
  await system.becomes(payment.endToEndId, 'REFUNDED');
  return payment;
}

async function returnLinesAbout(endToEndId: string): Promise<string[]> {
  const { bank, ledger, address } = system;
  const lines = await auditNow(ledger, { ...bank.env, ...address }, { isSettled: true });
  return lines.filter((line) => line.startsWith('returns:') && line.includes(endToEndId));
}

const REFUND_OF = `(select id from ledger_transaction where reference = $1 and kind = 'SUSPENSE_REFUND')`;

// First: by the bank's clock, which the others set forward, it is paid within the hour that is compared.
test(
  'a refund of a suspended payment that the bank paid and the books lack is reported, and none on which they agree',
  async () => {
    const { endToEndId, exceptionId } = await suspendedAndReturned();
    expect(await returnLinesAbout(endToEndId)).toEqual([]);

    await corrupt(ledger.db, `delete from entry where transaction_id = ${REFUND_OF}`, [
      exceptionId,
    ]);
    await corrupt(ledger.db, `delete from ledger_transaction where id = ${REFUND_OF}`, [
      exceptionId,
    ]);

    expect(await returnLinesAbout(endToEndId)).toEqual([
      expect.stringMatching(
        /^returns: bank, payment \w+, return \w+: expected 700 cents booked as returned, found 0$/,
      ),
    ]);
  },
  TEST_MAX_MS,
);

test('a suspended payment goes back to its payer at the bank, once, and only then leaves the books', async () => {
  const { suspendedPayment, becomes, returnsOf } = system;
  const accountId = randomUUID();
  const { exceptionId, endToEndId } = await suspendedPayment(accountId);

  const replies = await Promise.all([1, 2, 3].map(() => decide(exceptionId, 'REFUND')));

  for (const { item } of replies) expect(item?.resolution).toMatch(/^REFUND(ING|ED)$/);
  await becomes(endToEndId, 'REFUNDED');
  expect(await returnsOf(endToEndId)).toMatchObject([{ value: 700 }]);
  await ledger.holds(accountId, 0, 0);
  expect((await decide(exceptionId, 'REFUND')).item).toMatchObject({ resolution: 'REFUNDED' });
  expect(await returnsOf(endToEndId)).toHaveLength(1);
  await expect(decide(exceptionId, 'CREDIT', { accountId })).rejects.toMatchObject({
    reason: 'already_decided',
  });
});

test('while it is on its way it stays in suspense, nobody can be credited with it, and a claim lasts longer than any call', async () => {
  const { suspendedPayment, becomes, returnsOf } = system;
  const accountId = randomUUID();
  const { exceptionId, endToEndId } = await suspendedPayment(accountId);
  await fault('settle-refund', 'delay', { ms: 3_600_000, count: 1 });

  expect((await decide(exceptionId, 'REFUND')).item).toMatchObject({ resolution: 'REFUNDING' });

  await ledger.holds(accountId, 0, 700);
  await expect(decide(exceptionId, 'CREDIT')).rejects.toMatchObject({ reason: 'already_decided' });
  await ledger.db.query('update suspended_payment set ask_at = now()');
  await eventually(async () => {
    const { rows } = await ledger.db.query(
      `select ask_at > now() + interval '10 seconds' as far from suspended_payment
        where exception_id = $1 and ask_at > now()`,
      [exceptionId],
    );
    expect(rows).toEqual([{ far: true }]);
  });
  await system.bank.control('clock', { advanceSeconds: 3_600 });
  await becomes(endToEndId, 'REFUNDED');
  expect(await returnsOf(endToEndId)).toHaveLength(1);
});

test('a return whose answer was lost is found at the bank, and not made again', async () => {
  const { suspendedPayment, becomes, returnsOf } = system;
  const { exceptionId, endToEndId } = await suspendedPayment();
  await fault('put-devolucao', 'reset');

  await decide(exceptionId, 'REFUND');

  await becomes(endToEndId, 'REFUNDED');
  expect(await returnsOf(endToEndId)).toHaveLength(1);
});

test('a return that charges lost in a restore is handed over again, and made once', async () => {
  const { charges, suspendedPayment, becomes, returnsOf } = system;
  const { exceptionId, endToEndId } = await suspendedPayment();
  await fault('settle-refund', 'delay', { ms: 60_000, count: 1 });
  await decide(exceptionId, 'REFUND');
  const stored = 'select status from payment_return where end_to_end_id = $1';
  await eventually(async () => expect(await returnsOf(endToEndId)).toHaveLength(1));
  await charges.db.query('delete from payment_return where end_to_end_id = $1', [endToEndId]);

  await ledger.db.query('update suspended_payment set ask_at = now()');

  await eventually(async () =>
    expect((await charges.db.query(stored, [endToEndId])).rowCount).toBe(1),
  );
  await becomes(endToEndId, 'REFUNDED');
  expect(await returnsOf(endToEndId)).toHaveLength(1);
});

test('what the bank refuses to return is undecided again and says why; it can be tried again, or credited', async () => {
  const { suspendedPayment, becomes, returnsOf, itemOf } = system;
  const accountId = randomUUID();
  const { exceptionId, endToEndId } = await suspendedPayment();
  await fault('settle-refund', 'fail');
  await decide(exceptionId, 'REFUND');
  await becomes(endToEndId, '');
  expect((await itemOf(endToEndId))?.failure).not.toBe('');

  await decide(exceptionId, 'REFUND');
  await becomes(endToEndId, 'REFUNDED');

  expect(await itemOf(endToEndId)).toMatchObject({ failure: '' });
  expect((await returnsOf(endToEndId)).length).toBe(2);
  const other = await suspendedPayment();
  await fault('settle-refund', 'fail');
  await decide(other.exceptionId, 'REFUND');
  await becomes(other.endToEndId, '');
  await decide(other.exceptionId, 'CREDIT', { accountId });
  await ledger.holds(accountId, 700);
});

test('while nobody can tell what the bank has returned, nothing is decided', async () => {
  const { line, suspendedPayment } = system;
  const accountId = randomUUID();
  const { exceptionId } = await suspendedPayment(accountId);
  line.cut();

  for (const decision of ['CREDIT', 'REFUND']) {
    await expect(decide(exceptionId, decision)).rejects.toMatchObject({
      code: expect.stringMatching(/^(UNAVAILABLE|TIMEOUT)$/),
    });
  }

  line.restore();
  await ledger.holds(accountId, 0, 700);
  await eventually(() => decide(exceptionId, 'CREDIT'));
  await ledger.holds(accountId, 700);
});

test('where nobody can return it, it stays undecided', async () => {
  await using alone = await ledger.startAnother({ CHARGES_ADDRESS: '' });
  const { exceptionId, endToEndId } = await system.suspendedPayment();

  await expect(decide(exceptionId, 'REFUND', {}, alone)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });

  expect(await system.itemOf(endToEndId)).toMatchObject({ resolution: '' });
});

test('restored books that forgot a decision do not decide again while it is under way, and book its end', async () => {
  const { suspendedPayment, becomes } = system;
  const accountId = randomUUID();
  const { exceptionId, endToEndId } = await suspendedPayment(accountId);
  await fault('settle-refund', 'delay', { ms: 3_600_000, count: 1 });
  await decide(exceptionId, 'REFUND');
  await ledger.db.query(
    `update suspended_payment set resolution = null, resolved_at = null, return_id = null, asked_cents = null
      where exception_id = $1`,
    [exceptionId],
  );

  for (const decision of ['CREDIT', 'REFUND']) {
    await expect(decide(exceptionId, decision)).rejects.toMatchObject(UNDER_WAY);
  }

  await ledger.holds(accountId, 0, 700);
  await system.bank.control('clock', { advanceSeconds: 3_600 });
  await becomes(endToEndId, 'REFUNDED');
  await ledger.holds(accountId, 0, 0);
});

test('books that do not know of a return of the bank do not credit its payment, and learn of it', async () => {
  const { bank, suspendedPayment, becomes } = system;
  const accountId = randomUUID();
  const { exceptionId, endToEndId } = await suspendedPayment(accountId);
  await bank.control('return', { endToEndId, natureza: 'MED_FRAUDE', notify: false });

  await expect(decide(exceptionId, 'CREDIT')).rejects.toMatchObject(UNDER_WAY);

  await becomes(endToEndId, 'RETURNED');
  await ledger.holds(accountId, 0, 0);
});

test('a payment of which the bank reports a return that cannot be read is not credited', async () => {
  const { bank, suspendedPayment } = system;
  const accountId = randomUUID();
  const { exceptionId, endToEndId } = await suspendedPayment(accountId);
  await bank.control('return', { endToEndId, value: 100, natureza: 'MED_FRAUDE', notify: false });
  await fault('get-pix', 'unreadable-returns', { count: 10_000 });

  await expect(decide(exceptionId, 'CREDIT')).rejects.toMatchObject({
    ...{ code: 'CONFLICT', reason: 'return_unreadable' },
  });

  await ledger.holds(accountId, 0, 700);
});

test(
  'a refund of a suspended payment that is booked and that the bank never paid is reported',
  async () => {
    const { endToEndId, exceptionId } = await suspendedAndReturned();

    await system.bank.db.query('delete from refund where end_to_end_id = $1', [endToEndId]);

    expect(await returnLinesAbout(endToEndId)).toEqual([
      `returns: payment ${endToEndId}, SUSPENSE_REFUND ${exceptionId}: expected 700 cents returned by the bank, found 0`,
    ]);
  },
  TEST_MAX_MS,
);

/** Money that is at the bank, and in the suspense of an account. */
async function ownSuspendedPayment() {
  const accountId = randomUUID();
  return { accountId, ...(await system.suspendedPayment(accountId)) };
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
  const { exceptionId, accountId, endToEndId } = await ownSuspendedPayment();

  await Promise.all([1, 2, 3].map(() => decide(exceptionId, 'CREDIT')));
  await decide(exceptionId, 'CREDIT');
  await everythingIsPublished();

  expect(await published(exceptionId)).toHaveLength(1);
  await ledger.holds(accountId, 700, 0);
  const { items } = await ledger.rpc.listSuspense({ limit: 200, accountId });
  expect(items).toEqual([]);
  expect(await system.itemOf(endToEndId)).toMatchObject({ resolution: 'CREDITED' });
});

test('a decision tells what was credited, not what the bank had taken back before', async () => {
  const { exceptionId, accountId, endToEndId } = await ownSuspendedPayment();
  await ledger.publish(returned({ endToEndId }, { returnId: randomUUID(), valueCents: 250 }));
  await ledger.holds(accountId, 0, 450);

  await decide(exceptionId, 'CREDIT');
  await everythingIsPublished();

  const events = await ledger.published(accountId);
  expect(events.map(({ suspenseResolved }) => suspenseResolved?.amountCents ?? null)).toContain(
    450,
  );
  await ledger.holds(accountId, 450);
});

test('a decision that fails at its last step is not published, and once when it is made again', async () => {
  const { exceptionId, accountId } = await ownSuspendedPayment();
  await ledger.db.query(`
    create function refuse_decision() returns trigger language plpgsql as
      'begin raise exception ''the disk is full''; end';
    create trigger refuse_decision before update on suspended_payment
      for each row when (old.exception_id = '${exceptionId}') execute function refuse_decision()`);

  await expect(decide(exceptionId, 'CREDIT')).rejects.toThrow();
  await ledger.db.query('drop trigger refuse_decision on suspended_payment');
  await everythingIsPublished();
  expect(await published(exceptionId)).toEqual([]);
  await ledger.holds(accountId, 0, 700);

  await decide(exceptionId, 'CREDIT');
  await everythingIsPublished();
  expect(await published(exceptionId)).toHaveLength(1);
  await ledger.holds(accountId, 700);
});

test('a return is published when the bank has made it, once, though the process that decided it died', async () => {
  const { exceptionId, endToEndId } = await ownSuspendedPayment();
  const doomed = await ledger.startAnother(system.address);
  await decide(exceptionId, 'REFUND', {}, doomed);
  await doomed[Symbol.asyncDispose]();
  await everythingIsPublished();
  expect(await published(exceptionId)).toEqual([]);

  await system.becomes(endToEndId, 'REFUNDED');
  await decide(exceptionId, 'REFUND');
  await everythingIsPublished();

  expect(await published(exceptionId)).toHaveLength(1);
});
