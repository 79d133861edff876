import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { chargesUnderTest } from './charges-under-test.ts';

const quiet = { notify: false } as const;
const FOREVER = { count: 10_000 };
/** Longer than the longest pause between two attempts. */
const PAST_ANY_PAUSE_SECONDS = 1_000;

// The timeout is waited out where the bank drops a look-up; all else has to succeed on a machine that stalls.
const charges = forTests(() =>
  chargesUnderTest({ SWEEP_EVERY_MS: '50', PROVIDER_TIMEOUT_MS: '8000' }),
);
afterEach(async () => {
  await charges.bank.clearFaults();
  await eventually(async () => {
    const ids = (await charges.unclear()).map(({ id }) => id);
    if (ids.length > 0) await charges.rpc.recheckPayments({ ids });
    expect(await charges.unclear()).toEqual([]);
  });
});

const PATIENT = { timeoutMs: 60_000 };

test.each(['500', '403', 'drop', 'malformed', 'contradictory'])(
  'a payment whose look-up always fails (%s) is set aside alone, shown, and confirmed when the bank answers',
  async (fault) => {
    await charges.fault('get-pix', fault, FOREVER);
    const unusual = await charges.create(5000);
    const { endToEndId } = await charges.bank.pay(unusual.emv, { value: 4000, ...quiet });
    await eventually(async () =>
      expect(await charges.unclear()).toMatchObject([
        { id: endToEndId, endToEndId, problem: expect.stringMatching(/.{10}/) },
      ]),
    );

    const plain = await charges.create();
    await charges.bank.pay(plain.emv, quiet);
    await charges.becomes(plain.id, 'COMPLETED');
    await charges.sweepMoves();

    expect(await charges.exceptionsOf(unusual.id)).toEqual([]);
    await charges.bank.clearFaults();
    // The circuit may still be open at the first attempt.
    await eventually(async () => {
      await charges.advanceClock(PAST_ANY_PAUSE_SECONDS);
      expect(await charges.exceptionsOf(unusual.id)).toEqual([['UNDERPAID', 4000]]);
    }, PATIENT);
    expect(await charges.unclear()).toEqual([]);
  },
);

test('a payment that the database refuses is set aside alone, and confirmed when it no longer does', async () => {
  const [refused, plain] = [await charges.create(4321), await charges.create()];
  await charges.db.query(
    'alter table payment add constraint refused check (paid_cents <> 4321) not valid',
  );
  await charges.bank.pay(refused.emv, quiet);
  await charges.bank.pay(plain.emv, quiet);

  await charges.becomes(plain.id, 'COMPLETED');
  await charges.sweepMoves();
  expect(await charges.unclear()).toMatchObject([{ problem: expect.stringContaining('refused') }]);

  await charges.db.query('alter table payment drop constraint refused');
  await charges.becomes(refused.id, 'COMPLETED');
});

test('a look-up that contradicts the list is never believed, however often it is repeated', async () => {
  await charges.fault('get-pix', 'contradictory', FOREVER);
  const { txid, endToEndId } = await charges.payUnknown(7700);
  await eventually(async () => expect(await charges.unclear()).toHaveLength(1));

  for (let attempt = 0; attempt < 3; attempt += 1) {
    await charges.advanceClock(PAST_ANY_PAUSE_SECONDS);
    await eventually(async () =>
      expect(await charges.unclear()).toMatchObject([{ attempts: expect.any(Number) }]),
    );
    await charges.rpc.recheckPayments({ ids: [endToEndId] });
  }

  expect(await charges.exceptionsOf(txid)).toEqual([]);
  await charges.bank.clearFaults();
  await charges.rpc.recheckPayments({ ids: [endToEndId] });
  expect(await charges.exceptionsOf(txid)).toEqual([['UNKNOWN_TXID', 7700]]);
});

test('a payment that the bank denies can be dismissed after hours, and booked when the bank finds it', async () => {
  const reason = 'bank: there is no such payment';
  const unusual = await charges.create(5000, undefined, { expiresInSeconds: 86_400 });
  await charges.fault('get-pix', '404', FOREVER);
  const { endToEndId: id } = await charges.bank.pay(unusual.emv, { value: 4000, ...quiet });
  await eventually(async () => expect(await charges.unclear()).toMatchObject([{ id }]));
  const tooEarly = { code: 'CONFLICT', message: expect.stringContaining('cannot be dismissed') };
  await expect(charges.rpc.dismissUnclear({ id, reason })).rejects.toMatchObject(tooEarly);
  await charges.advanceClock(4 * 3_600);
  await charges.sweepMoves();

  await charges.rpc.dismissUnclear({ id, reason });

  expect(await charges.unclear()).toEqual([]);
  await charges.sweepMoves();
  expect(await charges.unclear()).toEqual([]);
  await charges.bank.clearFaults();
  await charges.rpc.recheckPayments({ ids: [id] });
  expect(await charges.exceptionsOf(unusual.id)).toEqual([['UNDERPAID', 4000]]);
});

test('a payment that the bank knows cannot be dismissed, however long it is unclear', async () => {
  await charges.fault('get-pix', 'contradictory', FOREVER);
  const { endToEndId: id } = await charges.payUnknown(7700);
  await eventually(async () => expect(await charges.unclear()).toHaveLength(1));
  await charges.advanceClock(4 * 3_600);
  await charges.sweepMoves();

  const dismissal = charges.rpc.dismissUnclear({ id, reason: 'a test' });

  await expect(dismissal).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await charges.unclear()).toMatchObject([{ id }]);
});

test('an amount of zero is no payment: it is not set aside, and not found', async () => {
  const id = `E${'1'.repeat(31)}`;
  const { db } = charges.bank;
  await db.query('alter table pix drop constraint pix_value_cents_check');
  await db.query(
    `insert into pix (end_to_end_id, pix_key, value_cents, paid_at)
     select $1, 'pix@entrada.test', 0, now() + offset_ms * interval '1 millisecond' from clock`,
    [id],
  );

  for (let sweep = 1; sweep <= 2; sweep += 1) await charges.sweepMoves();

  expect(await charges.unclear()).toEqual([]);
  const { results } = await charges.rpc.recheckPayments({ ids: [id] });
  expect(results).toMatchObject([{ outcome: 'RECHECK_OUTCOME_NOT_FOUND' }]);
  await db.query('delete from pix where end_to_end_id = $1', [id]);
});

test('failing look-ups of unmatched payments refuse no new charge', async () => {
  await charges.fault('get-pix', '500', FOREVER);
  for (let count = 0; count < 8; count += 1) await charges.payUnknown(1);
  await eventually(async () => expect(await charges.unclear()).toHaveLength(8));
  await charges.advanceClock(61);
  await eventually(async () =>
    expect(await charges.metric('provider_circuit_state')).toContain('{operation="get-pix"} 2'),
  );

  const made = [];
  for (let round = 0; round < 40; round += 1) {
    made.push(...(await Promise.all(Array.from({ length: 5 }, () => charges.create()))));
  }

  expect(made).toHaveLength(200);
  expect(await charges.metric('provider_circuit_state')).toContain('{operation="put-cob"} 0');
});

test('a bank that lists and counts payments twice is swept on, and flagged', async () => {
  await charges.fault('list-pix', 'listed-twice', FOREVER);
  const charge = await charges.create();
  await charges.bank.pay(charge.emv, quiet);

  await charges.becomes(charge.id, 'COMPLETED');
  await charges.sweepMoves();

  expect(await charges.metric('provider_list_problems_total')).toMatch(/count-mismatch"\} [1-9]/);
  expect(charges.service.runtime.logged.join('')).toContain('bank list is inconsistent');
});

test('how far the sweep is, what is unclear and when each job was done are measured', async () => {
  await charges.fault('get-pix', '500', FOREVER);
  const unusual = await charges.create(5000);
  await charges.bank.pay(unusual.emv, { value: 1, ...quiet });

  await eventually(async () => {
    expect(await charges.metric('payments_unclear')).toMatch(/payments_unclear 1/);
    expect(await charges.metric('sweep_watermark_age_seconds')).toMatch(/_seconds \d/);
    const done = await charges.metric('job_last_success_timestamp_seconds');
    for (const job of ['expiry', 'refunds', 'returns', 'sweep']) {
      expect(done).toContain(`job="${job}"`);
    }
  });
  expect(await charges.metric('payments_set_aside_total')).toMatch(/_total [1-9]/);
});

test('requests of three days ago and payments resolved long ago are pruned, and nothing else', async () => {
  const { db } = charges;
  // The first process looks once when it starts; that must be over, or it would end what is due below.
  await eventually(async () => {
    const text = `select from job where name = 'prune' and due_at > now()`;
    expect((await db.query(text)).rowCount).toBe(1);
  });
  await db.query(`
    insert into unclear_payment (id, problem, first_seen_at, last_seen_at, attempts, resolved_at)
    values ('kept', 'p', now() - interval '1 year', now() - interval '1 year', 1, null),
           ('gone', 'p', now() - interval '1 year', now() - interval '1 year', 1, now() - interval '91 days');
    insert into create_request (account_id, key, fingerprint, charge_id, payment_link_id, txid, lease_until, created_at)
    select gen_random_uuid(), key, 'f', 'c', gen_random_uuid(), 't', now(), now() - age
      from (values ('kept', interval '71 hours'), ('gone', interval '73 hours')) as requests (key, age);
    update job set due_at = now(), lease_until = now() where name = 'prune'`);
  await using _replica = await charges.startAnother();

  await eventually(async () => {
    const { rows } = await db.query(
      `select id from unclear_payment where id in ('kept', 'gone') union all select key from create_request`,
    );
    expect(rows).toEqual([{ id: 'kept' }, { id: 'kept' }]);
  });
  await db.query(`delete from unclear_payment where id = 'kept'`);
});
