import { randomUUID } from 'node:crypto';
import { eventIdOf } from '@entrada/platform/events/outbox';
import { type AuditedEvent, CREDIT_EVENT, explains } from '../src/domain/audit-event.ts';
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

test('an event by a clock that is behind, at the border of a window, is no violation', async () => {
  await using ledger = await ledgerUnderTest();
  const charge = paidCharge();
  await ledger.publish(completed(charge));
  await ledger.holds(charge.accountId, 4950);
  const { rows } = await ledger.db.query<{ at: Date }>(
    'select created_at as at from ledger_transaction where charge_id = $1',
    [charge.chargeId],
  );
  const from = rows[0]?.at ?? new Date();
  const event = eventOf(charge.chargeId, new Date(from.getTime() - 500));
  const events = async function* (window: { from: Date; to: Date }) {
    yield event.createdAt >= window.from && event.createdAt < window.to ? [event] : [];
  };
  const sources = { charges: null, events, bank: null, recheck: null };
  const now = () => new Date(Date.now() + 1_000);
  const found: string[] = [];

  const audit = auditEvents({ ...openStores(ledger.db), sources, now });
  await audit({ from, to: now() }, (violation) => found.push(lineOf(violation)));

  expect(found).toEqual([]);
});
