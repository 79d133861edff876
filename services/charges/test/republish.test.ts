import { randomUUID } from 'node:crypto';
import { Topic } from '@entrada/contracts/topics';
import { eventually } from '@entrada/platform/testing/eventually';
import { HOUR_MS } from '@entrada/platform/time/units';
import { freshEventLog } from '../../../test/harness/fresh-event-log.ts';
import { runBank } from '../../../test/harness/run-bank.ts';
import { runCharges } from '../../../test/harness/run-charges.ts';
import { runLedger } from '../../../test/harness/run-ledger.ts';
import { runWebhooks } from '../../../test/harness/run-webhooks.ts';
import { present } from './charges-under-test.ts';
import { refundsUnderTest } from './refunds-under-test.ts';

const WHO = { reason: 'the log lost a disk' };

const hourAgo = () => new Date(Date.now() - HOUR_MS).toISOString();

test('what the outbox no longer holds is published again to the byte, in the order of each key, if it is of the last 59 days', async () => {
  await using system = await refundsUnderTest();
  const { charges } = system;
  const refunded = await system.paidCharge();
  await system.refund(refunded, { valueCents: 1200 });
  await system.settled(refunded);
  const { endToEndId } = refunded;
  await charges.bank.control('return', { endToEndId, value: 300, natureza: 'MED_FRAUDE' });
  await eventually(async () => {
    await charges.advanceClock(30);
    await charges.callBack(refunded);
    expect(await charges.eventsOf(refunded.id)).toHaveLength(3);
  });
  await charges.cancel(await charges.create());
  const overpaid = await charges.create();
  await charges.bank.pay(overpaid.emv, { notify: false, value: 6000 });
  await charges.statusOf(overpaid);
  const published = async () => {
    const text = `select key, event_id, encode(value, 'hex') as value from outbox
                     where published_at is not null order by id`;
    return Object.groupBy((await charges.db.query(text)).rows, ({ key }) => key);
  };
  const count = async () => Object.values(await published()).flat().length;
  const all = Number((await charges.db.query('select count(*) from outbox')).rows[0].count);
  expect(all).toBeGreaterThanOrEqual(5);
  await eventually(async () => expect(await count()).toBe(all));
  const before = await published();
  await charges.advanceClock(60);
  const { rows } = await charges.db.query('select max(changed_at) as at from charge');
  const to = new Date(rows[0].at.getTime() + 1).toISOString();
  const ask = (from = hourAgo()) => charges.rpc.republishEvents({ from, to, ...WHO });
  await expect(ask(to)).rejects.toThrow(/must be earlier than to/);
  await expect(ask('2020-01-01T00:00:00Z')).rejects.toThrow(/within the last 59 days/);

  expect(await ask()).toEqual({ events: all, nextFrom: '' });
  await eventually(async () => expect(await count()).toBe(all));
  await eventually(async () => expect(await published()).toEqual(before));

  await charges.db.query('delete from outbox');
  expect(await ask()).toEqual({ events: all, nextFrom: '' });
  await eventually(async () => expect(await count()).toBe(all));
  await eventually(async () => expect(await published()).toEqual(before));
});

test('after the event log lost a payment, republishing credits exactly what was missing and publishes nothing twice', async () => {
  await using bank = await runBank();
  await using events = await freshEventLog();
  const env = { PROVIDER_CLOCK: 'sandbox' };
  await using charges = await runCharges({ bank, events, env });
  const accountId = randomUUID();
  const pay = async (valueCents: number) => {
    const charge = present((await charges.rpc.createCharge({ accountId, valueCents })).charge);
    await bank.pay(charge.emv, { notify: false });
    const { paymentLinkId } = charge;
    await eventually(async () =>
      expect((await charges.rpc.getCharge({ accountId, paymentLinkId })).charge).toMatchObject({
        status: 'CHARGE_STATUS_COMPLETED',
      }),
    );
    return charge;
  };
  await pay(5000);
  const lost = await pay(7000);
  await eventually(async () => expect(await events.recordsOf(Topic.Charges)).toHaveLength(2));
  await events.db.query('delete from log_record where key = $1', [lost.id]);
  await charges.db.query('delete from outbox');
  await using ledger = await runLedger(events);
  await using webhooks = await runWebhooks(events);
  const available = async () => (await ledger.rpc.getBalance({ accountId })).availableCents;
  const published = async () => (await webhooks.rpc.listEvents({ accountId })).events;
  await eventually(async () => expect(await published()).toHaveLength(1));
  expect(await available()).toBe(4950);

  const ask = () =>
    charges.rpc.republishEvents({ from: hourAgo(), to: new Date().toISOString(), ...WHO });
  expect(await ask()).toMatchObject({ events: 2 });
  await eventually(async () => expect(await published()).toHaveLength(2));
  // An event that is not marked as published yet keeps its place, and is not published once more.
  const unmarked = 'select from outbox where published_at is null';
  await eventually(async () => expect((await charges.db.query(unmarked)).rowCount).toBe(0));
  const credited = await available();
  expect(await ask()).toMatchObject({ events: 2 });
  await eventually(async () => expect(await events.recordsOf(Topic.Charges)).toHaveLength(5));
  await pay(1000);

  await eventually(async () => expect(await published()).toHaveLength(3));
  const ids = (await published()).map((body) => JSON.parse(body).id);
  expect(new Set(ids).size).toBe(3);
  expect(credited).toBe(4950 + 6930);
  expect(await available()).toBe(credited + 990);
});
