import { randomUUID } from 'node:crypto';
import { eventIdOf } from '@entrada/platform/events/outbox';
import { forTests } from '@entrada/platform/testing/for-tests';
import { DAY_MS, HOUR_MS } from '@entrada/platform/time/units';
import { type AuditedEvent, CREDIT_EVENT, explains } from '../src/domain/audit-event.ts';
import type { Window } from '../src/domain/statement.ts';
import { lineOf } from '../src/domain/violation.ts';
import { openStores } from '../src/store/stores.ts';
import { auditEvents, keepEvents } from '../src/use-cases/audit-events.ts';
import { completed, ledgerUnderTest, paidCharge } from './ledger-under-test.ts';

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

const ledger = forTests(() => ledgerUnderTest());

/** Audits the second of a credit, a day later; its event was made so long after it. Null: never. */
async function auditCredit(madeAfterMs: number | null) {
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
  expect((await auditCredit(-500)).about).toEqual([]);
});

test('no later events are read while none is missing, so that a gap of days fits into memory', async () => {
  const { askedMs, about } = await auditCredit(2_000);

  expect(about).toEqual([]);
  expect(askedMs).toHaveLength(1);
  expect(askedMs[0]).toBeLessThan(10 * 60_000);
});

test('an event that was made hours after its credit is found, and one that was never made is named', async () => {
  expect((await auditCredit(5 * HOUR_MS)).about).toEqual([]);

  expect((await auditCredit(null)).about).toContainEqual(
    expect.stringMatching(/^I5: charge .*: expected one DEPOSIT_ASSET_SUCCESS, found none/),
  );
});
