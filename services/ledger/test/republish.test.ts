import { randomUUID } from 'node:crypto';
import { LedgerEvent } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { eventually } from '@entrada/platform/testing/eventually';
import { HOUR_MS } from '@entrada/platform/time/units';
import { runWebhooks } from '../../../test/harness/run-webhooks.ts';
import { auditNow } from './audit-window.ts';
import {
  completed,
  exceptional,
  failed,
  holdOf,
  ledgerUnderTest,
  paidCharge,
  returned,
  settled,
  type UnderTest,
} from './ledger-under-test.ts';

const WHO = { reason: 'the log lost a disk' };
const TEST_MAX_MS = 120_000;

const hourAgo = () => new Date(Date.now() - HOUR_MS).toISOString();

function republishAll({ rpc }: UnderTest) {
  return rpc.republishEvents({ from: hourAgo(), to: new Date().toISOString(), ...WHO });
}

/** One transaction of every kind that is published, of one account; how many events they have. */
async function everyKind(ledger: UnderTest) {
  const charge = paidCharge();
  const { accountId } = charge;
  const [paid, refused] = [holdOf(charge, 500), holdOf(charge, 500)];
  const exceptionId = randomUUID();
  await ledger.publish(completed(charge), exceptional(charge, { exceptionId, amountCents: 700 }));
  await ledger.holds(accountId, 4950, 700);
  await ledger.rpc.holdRefund(paid);
  await ledger.rpc.holdRefund(refused);
  await ledger.publish(settled(charge, paid), failed(charge, refused));
  await ledger.holds(accountId, 4450, 700);
  await ledger.rpc.resolveSuspense({ exceptionId, decision: 'CREDIT' });
  await ledger.publish(returned(charge, { returnId: randomUUID(), valueCents: 1000 }));
  await ledger.holds(accountId, 4150);
  return { accountId, events: 6 };
}

async function published(ledger: UnderTest) {
  const text = `select key, event_id, encode(value, 'hex') as value from outbox
                 where published_at is not null order by id`;
  return (await ledger.db.query(text)).rows;
}

test(
  'after the event log lost a stretch and the outbox was pruned, every event comes once to who missed it',
  async () => {
    await using ledger = await ledgerUnderTest();
    const { accountId, events } = await everyKind(ledger);
    await eventually(async () => expect(await published(ledger)).toHaveLength(events));
    const before = await published(ledger);
    await ledger.events.db.query('delete from log_record where topic = $1', [Topic.Ledger]);
    await ledger.db.query('delete from outbox');
    await using webhooks = await runWebhooks(ledger.events);
    const received = async () => {
      const { events: bodies } = await webhooks.rpc.listEvents({ accountId });
      return bodies.map((body) => JSON.parse(body).id);
    };

    expect(await republishAll(ledger)).toEqual({ events, nextFrom: '' });
    await eventually(async () => expect(await received()).toHaveLength(events));
    await eventually(async () => expect(await published(ledger)).toEqual(before));
    expect(await republishAll(ledger)).toEqual({ events, nextFrom: '' });
    const topic = async () => (await ledger.events.recordsOf(Topic.Ledger)).length;
    await eventually(async () => expect(await topic()).toBe(2 * events));
    const later = paidCharge({ accountId });
    await ledger.publish(completed(later));

    await eventually(async () => expect(await received()).toHaveLength(events + 1));
    expect(new Set(await received()).size).toBe(events + 1);
    const WEBHOOKS_ADDRESS = webhooks.service.address;
    expect(await auditNow(ledger, { WEBHOOKS_ADDRESS })).toEqual([]);
  },
  TEST_MAX_MS,
);

test('a stretch with more events than one call publishes is gone through call by call', async () => {
  await using ledger = await ledgerUnderTest();
  const COUNT = 10_500;
  // Transactions that never happened, a second apart: only what is read and published matters here.
  await ledger.db.query(
    `insert into ledger_transaction (id, kind, holder_id, seq, hash, created_at, event)
     select gen_random_uuid(), 'BANK_RETURN', gen_random_uuid(), 1, '', date_trunc('second', now()) - n * interval '1 second', ''
       from generate_series(1, $1) as n`,
    [COUNT],
  );
  await ledger.db.query('alter table ledger_transaction disable trigger user');
  const event = LedgerEvent.serialize({
    returnBooked: { return: { returnId: 'r', endToEndId: 'e' } },
  });
  await ledger.db.query('update ledger_transaction set event = $1', [event]);
  const to = new Date().toISOString();
  let from = new Date(Date.now() - 30 * 24 * HOUR_MS).toISOString();
  let [events, calls] = [0, 0];

  while (from !== '') {
    const step = await ledger.rpc.republishEvents({ from, to, ...WHO });
    events += step.events;
    calls += 1;
    from = step.nextFrom;
  }

  // A call may begin with the last event of the one before: a time is all that it is given.
  expect(events).toBeGreaterThanOrEqual(COUNT);
  expect(events).toBeLessThan(COUNT + calls);
  expect(calls).toBeLessThan(10);
});

test('a stretch of no length, longer ago than repeats are recognized, or without a name or reason is refused', async () => {
  await using ledger = await ledgerUnderTest();
  const now = new Date().toISOString();
  const ask = (from: string, to: string, who = WHO) =>
    ledger.rpc.republishEvents({ from, to, ...who }).catch((error: Error) => error.message);

  expect(await ask(now, hourAgo())).toMatch(/must be earlier than to/);
  expect(await ask('2020-01-01T00:00:00Z', now)).toMatch(/within the last 59 days/);
  expect(await ask('yesterday', now)).toMatch(/must be an ISO 8601 time/);
  expect(await ask(hourAgo(), '')).toMatch(/must be an ISO 8601 time/);
  expect(await ask(hourAgo(), now, { ...WHO, reason: '' })).toMatch(/reason/);
});
