import { randomUUID } from 'node:crypto';
import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import { openTestPool } from '@entrada/platform/testing/database';
import { forTests } from '@entrada/platform/testing/for-tests';
import { chargesUnderTest } from './charges-under-test.ts';

const charges = forTests(() => chargesUnderTest());

test('the database itself refuses a completed charge without a payment, and one payment for two', async () => {
  const [first, second] = [await charges.create(), await charges.create()];
  const complete = `update charge set status = 'COMPLETED', end_to_end_id = $2, paid_cents = $3
                     where id = $1`;

  await expect(charges.db.query(complete, [first.id, null, 5000])).rejects.toThrow(/check/);
  await expect(charges.db.query(complete, [first.id, 'E1', 4999])).rejects.toThrow(/check/);
  await charges.db.query(complete, [first.id, 'E1', 5000]);
  await expect(charges.db.query(complete, [second.id, 'E1', 5000])).rejects.toThrow(/unique/);
});

const MOVES = ['COMPLETED', 'EXPIRED', 'CANCELED', 'PENDING'] as const;
const ALLOWED = ['PENDING COMPLETED', 'PENDING EXPIRED', 'PENDING CANCELED', 'EXPIRED COMPLETED'];

async function move(id: string, to: string): Promise<void> {
  await charges.db.query(
    `update charge
        set status = $2, paid_cents = case when $2 = 'COMPLETED' then value_cents end,
            end_to_end_id = case when $2 = 'COMPLETED' then 'E' || id end
      where id = $1`,
    [id, to],
  );
}

test.each(MOVES)(
  'from %s the database allows the moves of the table and no other',
  async (from) => {
    for (const to of MOVES.filter((status) => status !== from)) {
      const { id } = await charges.create();
      if (from !== 'PENDING') await move(id, from);

      if (ALLOWED.includes(`${from} ${to}`)) await move(id, to);
      else await expect(move(id, to)).rejects.toThrow(`cannot move from ${from} to ${to}`);
    }
  },
);

test('a charge begins as PENDING and keeps what it was made with', async () => {
  const { id } = await charges.create();
  const changes = [
    'value_cents = 1',
    'fee_cents = 0',
    'account_id = gen_random_uuid()',
    `emv = ''`,
  ];
  for (const change of changes) {
    await expect(
      charges.db.query(`update charge set ${change} where id = $1`, [id]),
    ).rejects.toThrow('is frozen');
  }
  const copy = `insert into charge (id, account_id, payment_link_id, txid, emv, value_cents,
                  original_value_cents, fee_cents, status, created_at, expires_at)
                select 'ffffffffffffffffffffffff', account_id, gen_random_uuid(), repeat('f', 32), emv,
                  value_cents, original_value_cents, fee_cents, 'CANCELED', created_at, expires_at
                  from charge where id = $1`;
  await expect(charges.db.query(copy, [id])).rejects.toThrow('begins as PENDING');
});

test('a payment is stored once, and each cent of it has one purpose', async () => {
  const { id } = await charges.create(5000);
  const insert = (endToEndId: string, completes: boolean, exception: string | null) =>
    charges.db.query(
      `insert into payment (end_to_end_id, charge_id, paid_cents, paid_at, completes, exception,
                            exception_cents, found_at, found_by)
       values ($1, $2, 5000, now(), $3, $4, $5, now(), 'test')`,
      [endToEndId, id, completes, exception, exception && 5000],
    );
  await insert('E1', true, null);

  await expect(insert('E1', false, 'DUPLICATE_PAYMENT')).rejects.toThrow(/payment_pkey/);
  await expect(insert('E2', true, null)).rejects.toThrow(/payment_completes_once/);
  await expect(insert('E3', false, null)).rejects.toThrow(/check/);
  await expect(insert('E4', true, 'UNDERPAID')).rejects.toThrow(/check/);
  await expect(insert('E5', false, 'UNKNOWN_TXID')).rejects.toThrow(/check/);
});

test.each(['charge', 'payment', 'payment_return', 'account_terms', 'charge_hour'])(
  'the role of the service cannot delete rows of %s',
  async (table) => {
    await using app = openTestPool(charges.appUrl);
    await expect(app.query(`delete from ${table}`)).rejects.toThrow(/permission denied/);
  },
);

const REFUND = `
  insert into payment_return (id, origin, bank_id, charge_id, account_id, end_to_end_id, value_cents, status, created_at,
                              changed_at, check_at)
  values (gen_random_uuid(), 'CLIENT', $1, $1, $2, 'E1', 1, 'FAILED', now(), now(), now())`;
const HOUR = `insert into charge_hour values ($1, '2026-01-01T00:00:00Z', 1, 1, 0, 0)`;
/** From now on a charge is seen by nobody who does not say whose it is. */
const ONLY_SCOPED = `
  create policy only_scoped on charge as restrictive for select
   using (current_setting('app.account_id', true) = account_id::text)`;

test('whatever a query forgets to ask for, it finds only what is the account’s', async () => {
  await using app = openTestPool(charges.appUrl);
  const [mine, theirs] = [randomUUID(), randomUUID()];
  for (const accountId of [mine, theirs]) {
    const wishes = { idempotency: { key: 'k', fingerprint: 'f' } };
    const { id } = await charges.create(5000, accountId, wishes);
    await charges.db.query(REFUND, [id, accountId]);
    await charges.db.query(HOUR, [accountId]);
  }

  for (const table of ['charge', 'payment_return', 'create_request', 'charge_hour']) {
    const owners = `select distinct account_id as owner from ${table} order by account_id`;
    const seenAs = async (accountId: string) => {
      const { rows } = await transactAs(app, accountId, (tx) => tx.query(owners));
      return [table, ...rows.map(({ owner }) => owner)];
    };
    expect(await seenAs(mine)).toEqual([table, mine]);
    expect(await seenAs(randomUUID())).toEqual([table]);
    expect(await seenAs(EVERY_ACCOUNT)).toEqual(expect.arrayContaining([table, mine, theirs]));
    const steal = `update ${table} set account_id = '${mine}' where account_id = '${theirs}'`;
    expect((await transactAs(app, mine, (tx) => tx.query(steal))).rowCount).toBe(0);
  }
});

// The last: what it adds to the database stays.
test('what an account asks for is read under row-level security', async () => {
  const externalId = 'order-1';
  const charge = await charges.create(5000, randomUUID(), { externalId });
  const { accountId, paymentLinkId } = charge;

  await charges.db.query(ONLY_SCOPED);

  await expect(charges.rpc.getPaymentLink({ paymentLinkId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await charges.statusOf(charge)).toMatchObject({ status: 'CHARGE_STATUS_PENDING' });
  const { charges: listed } = await charges.rpc.listCharges({ accountId, limit: 10 });
  expect(listed).toHaveLength(1);
  const { entries } = await charges.rpc.getChargeTimeline({ accountId, paymentLinkId });
  expect(entries).toHaveLength(1);
  await expect(charges.create(5000, accountId, { externalId })).rejects.toMatchObject({
    reason: 'external_id_conflict',
  });
});
