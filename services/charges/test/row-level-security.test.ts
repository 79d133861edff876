import { randomUUID } from 'node:crypto';
import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import { openTestPool } from '@entrada/platform/testing/database';
import { chargesUnderTest } from './charges-under-test.ts';

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
  await using charges = await chargesUnderTest();
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
    expect(await seenAs(EVERY_ACCOUNT)).toEqual([table, ...[mine, theirs].toSorted()]);
    const steal = `update ${table} set account_id = '${mine}' where account_id = '${theirs}'`;
    expect((await transactAs(app, mine, (tx) => tx.query(steal))).rowCount).toBe(0);
  }
});

test('what an account asks for is read under row-level security', async () => {
  await using charges = await chargesUnderTest();
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
