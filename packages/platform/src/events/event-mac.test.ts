import { randomBytes } from 'node:crypto';
import type { EventRecord } from './event-log.ts';
import { authenticateWith, signFor } from './mac.ts';

const key = randomBytes(32);
const nextKey = randomBytes(32);
const record: EventRecord = {
  topic: 'payments',
  key: 'charge-1',
  value: Buffer.from('12345.00'),
  headers: { 'event-id': '0a0a0a0a-0000-8000-a000-000000000001', traceparent: '00-1' },
};
const signed = signFor({ ledger: key, webhooks: nextKey })(record);
const asLedger = authenticateWith({
  consumer: 'ledger',
  keys: { payments: [key], others: [key] },
});

test('a record is authentic for each consumer with the key that it shares with the producer', () => {
  const keys = { payments: [nextKey] };

  expect(asLedger(signed)).toBeNull();
  expect(authenticateWith({ consumer: 'webhooks', keys })(signed)).toBeNull();
  expect(signed).toMatchObject(record);
});

const { headers } = signed;
const eventId = '0a0a0a0a-0000-8000-a000-000000000002';

test.each([
  ['was moved to another topic', { topic: 'others' }, 'wrong MAC'],
  ['was moved to a topic without a key', { topic: 'more' }, 'unknown key'],
  ['was moved to another key', { key: 'charge-2' }, 'wrong MAC'],
  ['has another payload', { value: Buffer.from('99345.00') }, 'wrong MAC'],
  ['has a longer payload', { value: Buffer.from('12345.000') }, 'wrong MAC'],
  ['has another event id', { headers: { ...headers, 'event-id': eventId } }, 'wrong MAC'],
  ['has no event id', { headers: { 'mac-ledger': headers['mac-ledger'] ?? '' } }, 'wrong MAC'],
  ['has no MAC', { headers: record.headers }, 'no MAC'],
  ['has an empty MAC', { headers: { ...headers, 'mac-ledger': '' } }, 'unknown key'],
  [
    'has the MAC of another consumer',
    { headers: { ...headers, 'mac-ledger': headers['mac-webhooks'] ?? '' } },
    'unknown key',
  ],
  [
    'has a MAC that is cut short',
    { headers: { ...headers, 'mac-ledger': headers['mac-ledger']?.slice(0, -2) ?? '' } },
    'wrong MAC',
  ],
  [
    'says its MAC twice',
    { headers: { ...headers, 'mac-ledger': `${headers['mac-ledger']},${headers['mac-ledger']}` } },
    'wrong MAC',
  ],
])('a record that %s is not authentic', (_what, change, problem) => {
  expect(asLedger({ ...signed, ...change })).toContain(problem);
});

test('what a key and an id are made of cannot be moved between them', () => {
  const moved = { ...signed, key: 'charge-1"', headers: { ...headers, 'event-id': eventId } };
  expect(asLedger(moved)).toContain('wrong MAC');
});

test('while a key is replaced, records of both are authentic, and of neither afterwards', () => {
  const next = signFor({ ledger: nextKey })(record);
  const during = authenticateWith({ consumer: 'ledger', keys: { payments: [key, nextKey] } });
  const after = authenticateWith({ consumer: 'ledger', keys: { payments: [nextKey] } });

  expect([signed, next].map(during)).toEqual([null, null]);
  expect([signed, next].map((one) => after(one) === null)).toEqual([false, true]);
});
