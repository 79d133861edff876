import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { chargesUnderTest } from './charges-under-test.ts';

const REQUEST = `
  insert into create_request (account_id, key, fingerprint, charge_id, payment_link_id, txid,
                              lease_until, created_at)
  values (gen_random_uuid(), $1, 'f', 'c', gen_random_uuid(), 't', now(), now() - $2::interval)`;

test('what nobody needs any more is removed, and nothing else', async () => {
  await using charges = await chargesUnderTest();
  const { db } = charges;
  // The first process looks once when it starts; that must be over, or it would end what is due below.
  await eventually(async () => {
    const { rows } = await db.query(
      `select due_at > now() as "isOver" from job where name = 'prune'`,
    );
    return rows[0]?.isOver === true;
  });
  const [old, young] = [randomUUID(), randomUUID()];
  await db.query(REQUEST, [old, '73 hours']);
  await db.query(REQUEST, [young, '71 hours']);
  await db.query(`update job set due_at = now(), lease_until = now() where name = 'prune'`);

  await using _replica = await charges.startAnother();

  await eventually(async () => {
    const { rows } = await db.query('select key from create_request');
    expect(rows).toEqual([{ key: young }]);
  });
});
