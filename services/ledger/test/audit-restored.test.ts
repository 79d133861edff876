import { transact } from '@entrada/platform/db/transaction';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { freshEventLog } from '../../../test/harness/fresh-event-log.ts';
import { runLedger } from '../../../test/harness/run-ledger.ts';
import { runWebhooks } from '../../../test/harness/run-webhooks.ts';
import { completed, paidCharge } from './ledger-under-test.ts';

const events = forTests(() => freshEventLog());
const webhooks = forTests(() => runWebhooks(events));
const ledger = forTests(() => {
  const env = { AUDIT_EVERY_MS: '100', AUDIT_LAG_MS: '2000' };
  return runLedger(events, { ...env, WEBHOOKS_ADDRESS: webhooks.service.address });
});

const WAIT = { timeoutMs: 30_000 };
const CREDITED_AT = `select created_at as at from ledger_transaction where charge_id = $1 and kind = 'DEPOSIT'`;
const EVENT_AT = 'select created_at as at from webhook_event where charge_id = $1';

async function timeIn(db: typeof ledger.db, text: string, chargeId: string): Promise<Date> {
  return eventually(async () => {
    const { rows } = await db.query<{ at: Date }>(text, [chargeId]);
    if (!rows[0]) throw new Error('not there yet');
    return rows[0].at;
  }, WAIT);
}

/** Waits until the background auditor has looked at everything up to then. */
async function auditedUntil(time: Date): Promise<void> {
  const text = `select progress->>'watermark' as until from job where name = 'audit'`;
  await eventually(async () => {
    const { rows } = await ledger.db.query<{ until: string | null }>(text);
    expect(new Date(rows[0]?.until ?? 0) > time).toBe(true);
  }, WAIT);
}

/** As in books that were restored to a time before the account was credited. */
async function restoreTo(time: Date, accountId: string, chargeId: string): Promise<void> {
  await transact(ledger.db, async (tx) => {
    await tx.query('set local session_replication_role = replica');
    const own = 'select id from ledger_transaction where charge_id = $1';
    await tx.query(`delete from entry where transaction_id in (${own})`, [chargeId]);
    await tx.query('delete from ledger_transaction where charge_id = $1', [chargeId]);
    await tx.query('delete from account where holder_id = $1', [accountId]);
    await tx.query('delete from outbox where key = $1', [accountId]);
    await tx.query('delete from inbox');
    await tx.query('insert into restore (restored_to) values ($1)', [time]);
  });
}

const violationsAbout = (...names: readonly string[]) =>
  ledger.service.runtime.logged.filter(
    (line) => line.includes('audit_violation') && names.some((name) => line.includes(name)),
  );

test('what a restore lost and was booked again later is no violation for the background auditor', async () => {
  // Another one where the machine stalled until the auditor came before the event, which it then misses.
  await eventually(async () => {
    const restoredTo = new Date();
    const charge = paidCharge();
    const { accountId, chargeId } = charge;
    await events.publish([completed(charge)]);
    const before = await timeIn(ledger.db, CREDITED_AT, chargeId);
    await auditedUntil(await timeIn(webhooks.db, EVENT_AT, chargeId));

    await restoreTo(restoredTo, accountId, chargeId);
    await events.publish([completed(charge)]);
    const again = await timeIn(ledger.db, CREDITED_AT, chargeId);
    expect(again.getTime()).toBeGreaterThan(before.getTime());
    await auditedUntil(again);

    expect(violationsAbout(accountId, chargeId)).toEqual([]);
  }, WAIT);
});

test('an event that is missing after a restore is named all the same', async () => {
  // Another one where the machine stalled until the auditor had seen the event.
  await eventually(async () => {
    const charge = paidCharge();
    const { accountId, chargeId } = charge;
    await events.publish([completed(charge)]);
    await timeIn(webhooks.db, EVENT_AT, chargeId);
    await webhooks.db.query('delete from webhook_event where charge_id = $1', [chargeId]);

    await auditedUntil(await timeIn(ledger.db, CREDITED_AT, chargeId));

    const lines = violationsAbout(accountId, chargeId).join('\n');
    expect(lines).toContain('expected one DEPOSIT_ASSET_SUCCESS, found none');
    expect(lines).toContain('expected a record on the topic, found none');
  }, WAIT);
});
