import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { chargesUnderTest } from './charges-under-test.ts';

const OUTBOX = `
  insert into outbox (topic, key, event_id, value, created_at, published_at)
  values ('old', 'k', gen_random_uuid(), '', now() - interval '2 days', $1)`;
const REQUEST = `
  insert into create_request (account_id, key, fingerprint, charge_id, payment_link_id, txid,
                              lease_until, created_at)
  values (gen_random_uuid(), $1, 'f', 'c', gen_random_uuid(), 't', now(), now() - $2::interval)`;

test('what nobody needs any more is removed, and nothing else', async () => {
  await using charges = await chargesUnderTest();
  const { db } = charges;
  const isoDaysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  await db.query(OUTBOX, [isoDaysAgo(1.5)]);
  await db.query(OUTBOX, [isoDaysAgo(0.5)]);
  const [old, young] = [randomUUID(), randomUUID()];
  await db.query(REQUEST, [old, '73 hours']);
  await db.query(REQUEST, [young, '71 hours']);
  await db.query(`update job set due_at = now(), lease_until = now() where name = 'prune'`);

  await using _replica = await charges.startAnother();

  await eventually(async () => {
    const { rows } = await db.query('select key from create_request');
    expect(rows).toEqual([{ key: young }]);
    const facts = await db.query(`select published_at from outbox where topic = 'old'`);
    expect(facts.rows).toHaveLength(1);
  });
});
