import { eventually } from '@entrada/platform/testing/eventually';
import { HOUR_MS } from '@entrada/platform/time/units';
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
