import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { completed, ledgerUnderTest, paidCharge } from './ledger-under-test.ts';

const ledger = forTests(() => ledgerUnderTest());

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
