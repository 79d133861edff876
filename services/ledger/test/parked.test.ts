import { Topic } from '@entrada/contracts/topics';
import { EVENT_ID_HEADER } from '@entrada/platform/events/event-log';
import { readPositions } from '@entrada/platform/events/handle-once';
import { requestRetry } from '@entrada/platform/events/parked';
import { eventually } from '@entrada/platform/testing/eventually';
import {
  completed,
  ledgerUnderTest,
  malformed,
  paidCharge,
  type UnderTest,
} from './ledger-under-test.ts';

let ledger: UnderTest;
beforeEach(async () => {
  ledger = await ledgerUnderTest();
});
afterEach(() => ledger[Symbol.asyncDispose]());

const group = 'ledger';
const topic = Topic.Charges;

test('a record without an id can only be discarded', async () => {
  const bad = { ...malformed(), headers: { [EVENT_ID_HEADER]: 'none' } };
  await ledger.publish(bad);
  await eventually(async () =>
    expect(await ledger.parkedOf(bad.key)).toMatchObject([{ reason: 'no_event_id' }]),
  );

  await expect(requestRetry(ledger.db, { group, topic, key: bad.key })).rejects.toThrow(/discard/);
  expect(await ledger.parkedOf(bad.key)).toHaveLength(1);
});

test('a ledger whose database was restored books what it had lost, although the log counts it as read', async () => {
  const [before, after] = [paidCharge(), paidCharge()];
  const record = completed(before);
  await ledger.publish(record);
  await ledger.holds(before.accountId, 4950);
  const positions = await readPositions(ledger.db, group);
  const { rows: placed } = await ledger.events.db.query(
    `select partition, (log_offset + 1)::text as "nextOffset" from log_record where key = $1`,
    [record.key],
  );
  expect(positions).toContainEqual(expect.objectContaining(placed[0]));
  await ledger.publish(completed(after));
  await ledger.holds(after.accountId, 4950);
  await eventually(async () =>
    expect((await ledger.events.recordsOf(Topic.Ledger)).length).toBe(2),
  );
  await lose(after.accountId, after.chargeId);
  expect(await ledger.balanceOf(after.accountId)).toMatchObject({ availableCents: 0 });

  await ledger.service[Symbol.asyncDispose]();
  await ledger.db.query('delete from consumer_position');
  for (const { partition, nextOffset } of positions) {
    await ledger.db.query('insert into consumer_position values ($1, $2, $3, $4)', [
      ...[group, topic, partition, nextOffset],
    ]);
  }
  await using again = await ledger.startAnother();

  for (const { accountId } of [before, after]) {
    await eventually(async () =>
      expect(await again.rpc.getBalance({ accountId })).toMatchObject({ availableCents: 4950 }),
    );
  }
});

/** As a database restored to a time before has it: nothing of this charge ever happened. */
async function lose(accountId: string, chargeId: string): Promise<void> {
  for (const table of ['entry', 'ledger_transaction']) {
    await ledger.db.query(`alter table ${table} disable trigger user`);
  }
  const own = `(select id from ledger_transaction where charge_id = $1)`;
  await ledger.db.query(`delete from entry where transaction_id in ${own}`, [chargeId]);
  await ledger.db.query('delete from ledger_transaction where charge_id = $1', [chargeId]);
  await ledger.db.query('delete from account where holder_id = $1', [accountId]);
  await ledger.db.query('delete from outbox where key = $1', [accountId]);
  await ledger.db.query(
    `delete from inbox where consumer_group = 'ledger' and handled_at = (select max(handled_at) from inbox)`,
  );
}
