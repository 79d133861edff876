import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { DAY_MS, HOUR_MS } from '@entrada/platform/time/units';
import {
  completed,
  corrupt,
  holdOf,
  ledgerUnderTest,
  paidCharge,
  settled,
} from './ledger-under-test.ts';

// Its rounds are those that a test makes due.
const ledger = forTests(() => ledgerUnderTest({ AUDIT_EVERY_MS: '3600000' }));

async function held() {
  const charge = paidCharge();
  const refund = holdOf(charge, 1000);
  await ledger.publish(completed(charge));
  await ledger.holds(charge.accountId, 4950);
  await ledger.rpc.holdRefund(refund);
  return { charge, refund };
}

/** Has the running auditor look at the half hour that begins then. */
async function auditFrom(watermark: Date): Promise<void> {
  // A round that is under way would overwrite what is set here.
  await eventually(async () => {
    const idle = "select from job where name = 'audit' and due_at > now() + interval '30 minutes'";
    expect((await ledger.db.query(idle)).rowCount).toBe(1);
  });
  const progress = JSON.stringify({ watermark: watermark.toISOString() });
  const text = "update job set progress = $1, due_at = now() where name = 'audit'";
  await ledger.db.query(text, [progress]);
  const reached = new Date(watermark.getTime() + 30 * 60_000).toISOString();
  await eventually(async () => {
    const kept = "select progress ->> 'watermark' as watermark from job where name = 'audit'";
    const { rows } = await ledger.db.query<{ watermark: string }>(kept);
    expect(String(rows[0]?.watermark) >= reached).toBe(true);
  });
}

function saidOf(refundId: string): string[] {
  return ledger.service.runtime.logged.filter((line) => line.includes(refundId));
}

test('a hold that stays open is found when it is a day old, though nothing happens to its charge', async () => {
  const open = await held();
  const ended = await held();
  await ledger.publish(settled(ended.charge, ended.refund));
  await eventually(async () =>
    expect(await ledger.entriesOf(ended.charge.chargeId)).toHaveLength(7),
  );
  const aged = new Date(Date.now() - 26 * HOUR_MS);
  const age = `update ledger_transaction set created_at = $2 where charge_id = $1 and kind = 'REFUND_HOLD'`;
  for (const { charge } of [open, ended]) await corrupt(ledger.db, age, [charge.chargeId, aged]);

  await auditFrom(new Date(aged.getTime() + 24 * HOUR_MS - 1_000));

  expect(saidOf(open.refund.refundId)).toContainEqual(
    expect.stringContaining(
      `returns: charge ${open.charge.chargeId}, refund ${open.refund.refundId}: expected an end of the refund that is held since ${aged.toISOString()}, found 1000 cents held`,
    ),
  );
  expect(saidOf(ended.refund.refundId)).toEqual([]);
});

type RefundOfCharge = Awaited<ReturnType<typeof held>>;

async function unheld(): Promise<RefundOfCharge> {
  const charge = paidCharge();
  await ledger.publish(completed(charge));
  return { charge, refund: holdOf(charge, 1000) };
}

/** Settled at that time, in books that then have so many entries of the charge. */
async function settle(
  { charge, refund }: RefundOfCharge,
  at: Date,
  entries: number,
): Promise<void> {
  await ledger.publish(settled(charge, refund));
  await eventually(async () =>
    expect(await ledger.entriesOf(charge.chargeId)).toHaveLength(entries),
  );
  const settledAt = `update ledger_transaction set created_at = $2 where charge_id = $1 and kind = 'REFUND_SETTLE'`;
  await corrupt(ledger.db, settledAt, [charge.chargeId, at]);
}

const withoutHold = ({ charge, refund }: RefundOfCharge, at: Date) =>
  expect.stringContaining(
    `returns: charge ${charge.chargeId}, refund ${refund.refundId}: expected a hold of what was settled at ${at.toISOString()}, found 1000 cents settled without one`,
  );

test('a settlement without a hold is found, whether there was none or its entries are gone', async () => {
  const [never, lost, sound] = [await unheld(), await held(), await held()];
  const before = new Date(Date.now() - HOUR_MS);
  await settle(never, before, 5);
  await settle(lost, before, 7);
  await settle(sound, before, 7);
  const hold = `(select id from ledger_transaction where charge_id = $1 and kind = 'REFUND_HOLD')`;
  await corrupt(ledger.db, `delete from entry where transaction_id = ${hold}`, [
    lost.charge.chargeId,
  ]);

  await auditFrom(new Date(before.getTime() - 1_000));

  expect(saidOf(never.refund.refundId)).toContainEqual(withoutHold(never, before));
  expect(saidOf(lost.refund.refundId)).toContainEqual(withoutHold(lost, before));
  expect(saidOf(sound.refund.refundId)).toEqual([]);
});

test('a settlement whose hold was lost by a restore is no violation, for a week', async () => {
  const [covered, late] = [await unheld(), await unheld()];
  const before = new Date(Date.now() - 3 * HOUR_MS);
  await settle(covered, before, 5);
  const weekLater = new Date(before.getTime() + HOUR_MS);
  await settle(late, weekLater, 5);
  await ledger.db.query('insert into restore (restored_to, noted_at) values ($1, $2)', [
    new Date(before.getTime() - 8 * DAY_MS),
    new Date(before.getTime() - 7 * DAY_MS + 1_000),
  ]);

  await auditFrom(new Date(before.getTime() - 1_000));
  await auditFrom(new Date(weekLater.getTime() - 1_000));

  expect(saidOf(covered.refund.refundId)).toEqual([]);
  expect(saidOf(late.refund.refundId)).toContainEqual(withoutHold(late, weekLater));
});
