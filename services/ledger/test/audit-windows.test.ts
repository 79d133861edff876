import { randomUUID } from 'node:crypto';
import { eventIdOf } from '@entrada/platform/events/outbox';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { DAY_MS, HOUR_MS } from '@entrada/platform/time/units';
import type { AuditedCharge } from '../src/domain/audit-charge.ts';
import { type AuditedEvent, CREDIT_EVENT, explains } from '../src/domain/audit-event.ts';
import type { Window } from '../src/domain/statement.ts';
import { lineOf } from '../src/domain/violation.ts';
import { openStores } from '../src/store/stores.ts';
import { auditCharges } from '../src/use-cases/audit-charges.ts';
import { auditEvents, keepEvents } from '../src/use-cases/audit-events.ts';
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

const MINUTE_MS = 60_000;

type ChangeOfCharge = { readonly chargeId: string; readonly at: number };

/** Charges as they are listed: by their last change, the earliest first, a page each. */
function chargesOf(changed: readonly ChangeOfCharge[]) {
  const listed: string[] = [];
  async function* charges({ from, to }: Window): AsyncGenerator<readonly AuditedCharge[]> {
    for (const { chargeId, at } of changed.toSorted((one, other) => one.at - other.at)) {
      if (at < from.getTime() || at >= to.getTime()) continue;
      listed.push(chargeId);
      yield [{ chargeId } as AuditedCharge];
    }
  }
  return { listed, charges };
}

/** Audits a credit whose charge changed so long before or after it; null: there is no charge. */
async function auditChargeOf(changedAfterMs: number | null) {
  const charge = paidCharge();
  const { chargeId } = charge;
  await ledger.publish(completed(charge));
  await ledger.holds(charge.accountId, 4950);
  const creditedAt = 'select created_at as at from ledger_transaction where charge_id = $1';
  const { rows } = await ledger.db.query<{ at: Date }>(creditedAt, [chargeId]);
  const atMs = rows[0]?.at.getTime() ?? 0;
  const ofDay = Array.from({ length: DAY_MS / MINUTE_MS - 1 }, (_, minute) => ({
    chargeId: `other ${minute}`,
    at: atMs - DAY_MS + (minute + 0.5) * MINUTE_MS,
  }));
  const own = changedAfterMs === null ? [] : [{ chargeId, at: atMs + changedAfterMs }];
  const { listed, charges } = chargesOf([...ofDay, ...own]);
  const sources = { charges, events: null, bank: null, recheck: null };
  const window = { from: new Date(atMs), to: new Date(atMs + 1) };
  const lines: string[] = [];
  const audit = auditCharges({ ...openStores(ledger.db), sources });
  await audit(window, (violation) => lines.push(lineOf(violation)));
  return { listed, about: lines.filter((line) => line.includes(chargeId)) };
}

test('a charge that changed a minute before the window of its credit is found among those of a few minutes', async () => {
  const { listed, about } = await auditChargeOf(-MINUTE_MS);

  expect(about).toEqual([]);
  expect(listed.length).toBeLessThan(10);
});

test.each([
  ['most of a day before', -20 * HOUR_MS],
  ['minutes after', 2 * MINUTE_MS],
  ['days after', 3 * DAY_MS],
])('a charge that changed %s its credit is found', async (_when, changedAfterMs) => {
  expect((await auditChargeOf(changedAfterMs)).about).toEqual([]);
});

test('a credit whose charge is nowhere is a violation', async () => {
  const { about } = await auditChargeOf(null);
  expect(about).toEqual([expect.stringMatching(/^I1: .* expected a charge in the database/)]);
});

const PAGES = 200;
const PAGE_SIZE = 500;

function eventOf(chargeId: string, createdAt: Date): AuditedEvent {
  const eventId = eventIdOf('deposit-credited', chargeId);
  return { eventId, event: CREDIT_EVENT, chargeId, createdAt, firstAttemptAt: null };
}

async function* pagesWith(event: AuditedEvent): AsyncGenerator<readonly AuditedEvent[]> {
  for (let nth = 0; nth < PAGES; nth += 1) {
    const others = Array.from({ length: PAGE_SIZE }, () => eventOf(randomUUID(), new Date(0)));
    yield nth === PAGES / 2 ? [...others, event] : others;
  }
}

test('of all events before a restore only those that are looked for are kept', async () => {
  const event = eventOf(paidCharge().chargeId, new Date(0));
  const violation = { invariant: 'I5' as const, subject: '', expected: '', found: '' };

  for (const wanted of [event.eventId, event.chargeId]) {
    const isKept = explains([{ wanted, violation }]);
    expect(await keepEvents(pagesWith(event), isKept)).toEqual([event]);
  }
});

/** Audits the second of a credit, a day later; its event was made so long after it. Null: never. */
async function auditEventOf(madeAfterMs: number | null) {
  const { chargeId, accountId, ...charge } = paidCharge();
  await ledger.publish(completed({ ...charge, chargeId, accountId }));
  await ledger.holds(accountId, 4950);
  const { rows } = await ledger.db.query<{ at: Date }>(
    'select created_at as at from ledger_transaction where charge_id = $1',
    [chargeId],
  );
  const from = rows[0]?.at ?? new Date();
  const at = (afterMs: number) => new Date(from.getTime() + afterMs);
  const made = madeAfterMs === null ? [] : [eventOf(chargeId, at(madeAfterMs))];
  const asked: Window[] = [];
  const events = async function* (window: Window) {
    asked.push(window);
    yield made.filter(({ createdAt }) => createdAt >= window.from && createdAt < window.to);
  };
  const sources = { charges: null, events, bank: null, recheck: null };
  const lines: string[] = [];
  const audit = auditEvents({ ...openStores(ledger.db), sources, now: () => at(DAY_MS) });
  await audit({ from, to: at(1_000) }, (violation) => lines.push(lineOf(violation)));
  const askedMs = asked.map((window) => window.to.getTime() - window.from.getTime());
  return { askedMs, about: lines.filter((line) => line.includes(chargeId)) };
}

test('an event by a clock that is behind, at the border of a window, is no violation', async () => {
  expect((await auditEventOf(-500)).about).toEqual([]);
});

test('no later events are read while none is missing, so that a gap of days fits into memory', async () => {
  const { askedMs, about } = await auditEventOf(2_000);

  expect(about).toEqual([]);
  expect(askedMs).toHaveLength(1);
  expect(askedMs[0]).toBeLessThan(10 * 60_000);
});

test('an event that was made hours after its credit is found, and one that was never made is named', async () => {
  expect((await auditEventOf(5 * HOUR_MS)).about).toEqual([]);

  expect((await auditEventOf(null)).about).toContainEqual(
    expect.stringMatching(/^I5: charge .*: expected one DEPOSIT_ASSET_SUCCESS, found none/),
  );
});
