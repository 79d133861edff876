import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { present } from './charges-under-test.ts';
import { forgetCharge, keepCharge, setBackToCreated } from './lose-charges.ts';
import { type MadeCharge, refusesChanges, restoreUnderTest } from './restore-under-test.ts';

const under = forTests(() => restoreUnderTest());

const REFUSED = { code: 'UNAVAILABLE', retryAfterMs: 30_000 };
const NOBODY = '127.0.0.1:9';

async function statements(): Promise<Record<string, number>> {
  const tables = ['charge', 'payment', 'payment_return', 'create_request', 'account_terms'];
  const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`);
  return (await under.db.query(`select ${counts.join(', ')}`)).rows[0];
}

test('until a restore is recovered every change is refused, reads are answered, and nothing is changed', async () => {
  const { charge, endToEndId } = await under.createPaid();
  const pending = await under.create(700);
  await under.restore();
  await under.pay(pending.emv);
  const before = await statements();
  const { rpc } = under;
  const { accountId, paymentLinkId } = charge;
  const idempotency = { key: randomUUID(), fingerprint: 'f' };
  const reason = 'test';

  const changes = {
    createCharge: rpc.createCharge({ accountId, valueCents: 500 }),
    repeatable: rpc.createCharge({ accountId, valueCents: 500, idempotency }),
    cancelCharge: rpc.cancelCharge(pending),
    refundCharge: rpc.refundCharge({ accountId, paymentLinkId, valueCents: 100, idempotency }),
    returnPayment: rpc.returnPayment({ returnId: randomUUID(), endToEndId, valueCents: 1 }),
    lookUpReturns: rpc.lookUpReturns({ endToEndId }),
    notifyPayments: rpc.notifyPayments({ payments: [{ endToEndId, isReturned: true }] }),
    recheckPayments: rpc.recheckPayments({ ids: [pending.paymentLinkId] }),
    failReturn: rpc.failReturn({ refundId: randomUUID(), reason }),
    dismissUnclear: rpc.dismissUnclear({ id: 'W1', reason }),
    setTerms: rpc.setTerms({ accountId, feeBasisPoints: 5, reason }),
  };
  for (const change of Object.values(changes)) await expect(change).rejects.toMatchObject(REFUSED);

  expect(await under.get(charge)).toMatchObject({ status: 'CHARGE_STATUS_COMPLETED' });
  const stored = await rpc.getCharge(pending);
  expect(stored).toMatchObject({
    charge: { status: 'CHARGE_STATUS_PENDING' },
    statusSource: 'STATUS_SOURCE_STORED',
  });
  expect((await rpc.listCharges({ accountId, limit: 10 })).charges).toHaveLength(1);
  expect(await rpc.getPaymentLink({ paymentLinkId })).toMatchObject({ accountId });
  expect((await rpc.getChargeTimeline({ accountId, paymentLinkId })).entries).not.toEqual([]);
  await rpc.listRefunds({ accountId, limit: 10 });
  await rpc.getTerms({ accountId });
  expect(await statements()).toEqual(before);

  expect(await under.recover()).toMatchObject({ isDone: true, failed: [] });
  expect(await under.get(pending)).toMatchObject({ status: 'CHARGE_STATUS_COMPLETED' });
  await under.booked(pending, 693);
});

test('a payment that arrives while changes are refused is confirmed by the jobs after the recovery, once', async () => {
  const charge = await under.create(5_000);
  await under.restore();
  await under.pay(charge.emv);
  await under.db.query('update bank_window set due_at = now()');
  await under.db.query(`update job set due_at = now() where name = 'sweep'`);
  await under.recover();

  await under.booked(charge, 4_950);
  await eventually(async () => {
    const { rows } = await under.db.query('select published_at from outbox where key = $1', [
      charge.id,
    ]);
    expect(rows).toEqual([{ published_at: expect.any(Date) }]);
  });
  await under.booked(charge, 4_950);
});

test('a recovery goes on where it was when the process ends halfway, and ends it for every replica', async () => {
  const { charge, endToEndId } = await under.createPaid();
  await under.restore(() => setBackToCreated(under.db, charge.id));
  await using other = await under.startAnother();
  await refusesChanges(other.rpc);
  {
    await using crashing = await under.startAnother();
    expect(await crashing.rpc.recover({ reason: 'test' })).toMatchObject({
      isDone: false,
      step: 'refunds',
      payments: 1,
    });
  }
  await refusesChanges(under.rpc);

  const done = await under.recover();

  expect(done).toMatchObject({ isDone: true, payments: 1, failed: [] });
  expect(await under.paymentsOf(charge)).toEqual({ [endToEndId]: 'DEPOSIT' });
  await eventually(() => other.rpc.createCharge({ accountId: randomUUID(), valueCents: 700 }));
  const { rows } = await under.db.query(
    `select progress ->> 'compared' as compared from restore where recovered_at is not null
      order by recovered_at desc limit 1`,
  );
  expect(rows).toEqual([{ compared: String(done.compared) }]);
  expect(await under.rpc.recover({ reason: 'test' })).toMatchObject({ isDone: true, step: '' });
});

test('one that takes a page twice at once stores it once, and one of both is refused', async () => {
  const { charge, endToEndId } = await under.createPaid();
  await under.restore(() => forgetCharge(under.db, charge.id));

  const outcomes = await Promise.allSettled([
    under.rpc.recover({ reason: 'test' }),
    under.rpc.recover({ reason: 'test' }),
  ]);

  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  for (const reason of refused) expect(reason).toMatchObject({ code: 'CONFLICT' });
  expect(refused.length).toBeLessThan(2);
  expect(await under.recover()).toMatchObject({ isDone: true });
  expect(await under.paymentsOf(charge)).toEqual({ [endToEndId]: 'DEPOSIT' });
  await under.booked(charge, 4_950);
});

test('while the ledger does not answer the recovery fails, and changes stay refused', async () => {
  await under.restore();
  await using alone = await under.startAnother({ LEDGER_ADDRESS: NOBODY });

  await expect(alone.rpc.recover({ reason: 'test' })).rejects.toMatchObject({
    code: expect.stringMatching(/^(UNAVAILABLE|TIMEOUT)$/),
  });

  await refusesChanges(alone.rpc);
  expect(await under.recover()).toMatchObject({ isDone: true });
  present((await under.rpc.createCharge({ accountId: randomUUID(), valueCents: 700 })).charge);
});

test('while the bank does not answer the recovery fails, and goes on when it does', async () => {
  const { charge, endToEndId } = await under.createPaid();
  await under.restore(() => forgetCharge(under.db, charge.id));
  await using alone = await under.startAnother({
    PROVIDER_URL: `http://${NOBODY}`,
    PROVIDER_TIMEOUT_MS: '500',
  });

  await expect(alone.rpc.recover({ reason: 'test' })).rejects.toMatchObject({
    reason: 'provider_unavailable',
  });

  await refusesChanges(under.rpc);
  expect(await under.recover()).toMatchObject({ isDone: true, charges: 1, payments: 1 });
  expect(await under.paymentsOf(charge)).toEqual({ [endToEndId]: 'DEPOSIT' });
});

/** As after a restore to a point before the charge was made, or to one right after. */
const LOSSES = [
  ['that was lost', (charge: MadeCharge) => forgetCharge(under.db, charge.id)],
  ['that is back as it was created', (charge: MadeCharge) => setBackToCreated(under.db, charge.id)],
] as const;

test.each(LOSSES)(
  'a charge %s and was paid after it was canceled is canceled again',
  async (_name, lose) => {
    const charge = await under.create(5_000);
    await under.rpc.cancelCharge(charge);
    const endToEndId = await under.pay(charge.emv);
    await under.recheck(endToEndId);
    await under.booked(charge, 0, 5_000);

    await under.restore(() => lose(charge));
    expect(await under.recover()).toMatchObject({ isDone: true, payments: 1, failed: [] });

    expect(await under.get(charge)).toMatchObject({ status: 'CHARGE_STATUS_CANCELED' });
    expect(await under.paymentsOf(charge)).toEqual({ [endToEndId]: 'PAID_AFTER_CANCEL' });
    expect(await under.parkedOf(charge)).toEqual([]);
  },
);

test.each(LOSSES)(
  'each payment of a charge %s comes back as the books have it',
  async (_name, lose) => {
    const charge = await under.create(5_000);
    const little = await under.pay(charge.emv, { value: 100 });
    await under.recheck(little);
    const deposit = await under.pay(charge.emv);
    await under.recheck(deposit);
    const twice = await under.pay(charge.emv, { secondsAgo: 30 });
    await under.recheck(twice);
    await under.booked(charge, 4_950, 5_100);
    const kinds = { [little]: 'UNDERPAID', [deposit]: 'DEPOSIT', [twice]: 'DUPLICATE_PAYMENT' };
    expect(await under.paymentsOf(charge)).toEqual(kinds);
    const before = await under.get(charge);

    await under.restore(() => lose(charge));
    expect(await under.recover()).toMatchObject({ isDone: true, payments: 3, failed: [] });

    expect(await under.paymentsOf(charge)).toEqual(kinds);
    // The bank keeps when it opened the charge, which is some milliseconds later.
    const { expiresAt } = await under.get(charge);
    expect(await under.get(charge)).toEqual({ ...before, expiresAt });
    await under.booked(charge, 4_950, 5_100);
    expect(await under.parkedOf(charge)).toEqual([]);
  },
);

test('a payment that the bank does not show for a moment is not decided without the books', async () => {
  const charge = await under.create(5_000);
  await under.rpc.cancelCharge(charge);
  const endToEndId = await under.pay(charge.emv);
  await under.recheck(endToEndId);
  await under.booked(charge, 0, 5_000);
  const natureza = 'MED_FRAUDE';
  await under.bank.control('return', { endToEndId, value: 5_000, natureza });
  await under.restore(() => setBackToCreated(under.db, charge.id));
  await under.bank.control('faults', { operation: 'get-pix', fault: 'malformed', count: 20 });

  const first = await under.recover();

  expect(first).toMatchObject({ isDone: false, isRunOver: true, failed: [{ id: endToEndId }] });
  expect(await under.paymentsOf(charge)).toEqual({});
  await under.bank.clearFaults();
  expect(await under.recover()).toMatchObject({ isDone: true, payments: 1, failed: [] });
  expect(await under.paymentsOf(charge)).toEqual({ [endToEndId]: 'PAID_AFTER_CANCEL' });
  expect(await under.get(charge)).toMatchObject({ status: 'CHARGE_STATUS_CANCELED' });
});

test('a payment with a surplus comes back with it', async () => {
  const charge = await under.create(5_000);
  const endToEndId = await under.pay(charge.emv, { value: 5_300 });
  await under.recheck(endToEndId);
  await under.booked(charge, 4_950, 300);

  await under.restore(() => forgetCharge(under.db, charge.id));
  expect(await under.recover()).toMatchObject({ isDone: true, charges: 1, payments: 1 });

  const { rows } = await under.db.query(
    'select completes, exception, exception_cents from payment where end_to_end_id = $1',
    [endToEndId],
  );
  expect(rows).toEqual([{ completes: true, exception: 'OVERPAID', exception_cents: 300 }]);
  await under.booked(charge, 4_950, 300);
});

test('a payment that comes after the restore does not take the place of the deposit that was lost', async () => {
  const { charge, endToEndId: deposit } = await under.createPaid();

  await under.restore(() => setBackToCreated(under.db, charge.id));
  const later = await under.pay(charge.emv, { secondsAgo: 300 });
  await under.recover();
  await under.recheck(later);

  expect(await under.paymentsOf(charge)).toEqual({
    [deposit]: 'DEPOSIT',
    [later]: 'DUPLICATE_PAYMENT',
  });
  await under.booked(charge, 4_950, 5_000);
});

test('a payment that is booked as unknown stays in suspense when its charge is back', async () => {
  const charge = await under.create(5_000);
  const bringBack = await keepCharge(under.db, charge.id);
  await forgetCharge(under.db, charge.id);
  const endToEndId = await under.pay(charge.emv, { secondsAgo: 300 });
  expect(await under.recheck(endToEndId)).toEqual(['SUSPENDED']);
  await under.suspendedAsUnknown(endToEndId);

  await under.restore(async () => {
    await under.db.query('delete from payment where end_to_end_id = $1', [endToEndId]);
    await under.db.query('delete from outbox');
    await bringBack();
  });
  expect(await under.recover()).toMatchObject({ isDone: true, payments: 1 });
  expect(await under.recheck(endToEndId)).toEqual(['ALREADY_KNOWN']);

  expect(await under.get(charge)).toMatchObject({ status: 'CHARGE_STATUS_PENDING' });
  expect(await under.paymentsOf(charge)).toEqual({});
  expect(await under.parkedOf(charge)).toEqual([]);
});

test('a charge that was lost comes back as it was made', async () => {
  const charge = await under.create(5_000, {
    description: 'two chairs',
    externalId: randomUUID(),
    metadata: { order: '7', customer: 'João' },
  });
  const before = (await under.db.query('select * from charge where id = $1', [charge.id])).rows[0];
  const endToEndId = await under.pay(charge.emv);
  await under.recheck(endToEndId);
  await under.booked(charge, 4_950);

  await under.restore(() => forgetCharge(under.db, charge.id));
  expect(await under.recover()).toMatchObject({ isDone: true, charges: 1 });

  const after = (await under.db.query('select * from charge where id = $1', [charge.id])).rows[0];
  expect(after).toMatchObject({ payer_name: 'Maria da Silva', payer_document: '***.456.789-**' });
  for (const name of [
    'metadata',
    'description',
    'external_id',
    'fee_plan',
    'fee_cents',
    'emv',
    'txid',
    'created_at',
  ]) {
    expect([name, after[name]]).toEqual([name, before[name]]);
  }
  expect(after).toMatchObject({ status: 'COMPLETED' });
});

test('an external id that another charge has by now does not hold up the charge that had it', async () => {
  const externalId = randomUUID();
  const { charge } = await under.createPaid(5_000, { externalId });

  await forgetCharge(under.db, charge.id);
  const { accountId } = charge;
  await under.rpc.createCharge({ accountId, valueCents: 700, externalId });
  await under.restore();
  const { isDone, reusedExternalIds } = await under.recover();

  expect(isDone).toBe(true);
  expect(await under.get(charge)).toMatchObject({
    status: 'CHARGE_STATUS_COMPLETED',
    externalId: '',
  });
  const { entries } = await under.rpc.getChargeTimeline(charge);
  const recovered = entries.find(({ kind }) => kind === 'recovered');
  expect(JSON.parse(recovered?.detail ?? '')).toEqual({ reusedExternalId: externalId });
  expect(reusedExternalIds).toContainEqual({ chargeId: charge.id, accountId, externalId });
});
