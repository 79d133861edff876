import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import pg from 'pg';
import { signed } from '../../../test/harness/event-keys.ts';
import { completed, ledgerUnderTest, paidCharge } from './ledger-under-test.ts';

const FORGED_CENTS = 1_234_500;
const APPEND = `
  select append_records(array[$1], array[0], array[$2], array[$3::bytea], array[$4::jsonb])`;

const ledger = forTests(() => ledgerUnderTest());

const forged = () => completed(paidCharge({ valueCents: FORGED_CENTS, paidCents: FORGED_CENTS }));

async function counted(reason: string): Promise<number> {
  const text = await ledger.service.runtime.metrics.metrics();
  const line = `events_parked_total{group="ledger",reason="${reason}"} `;
  return Number(text.split(line)[1]?.split('\n')[0]);
}

test('a completed charge that the owner of the log wrote is parked and counted, and nobody is credited', async () => {
  const charge = paidCharge({ valueCents: FORGED_CENTS, paidCents: FORGED_CENTS });
  const { topic, key, value, headers } = completed(charge);
  const before = await counted('unauthenticated');

  await ledger.events.db.query(APPEND, [topic, key, value, JSON.stringify(headers)]);

  await eventually(async () =>
    expect(await ledger.parkedOf(key)).toEqual([
      { reason: 'unauthenticated', detail: 'no MAC for ledger' },
    ]),
  );
  await eventually(async () => expect(await counted('unauthenticated')).toBe(before + 1));
  expect(await ledger.entriesOf(charge.chargeId)).toEqual([]);
  await ledger.holds(charge.accountId, 0);
});

test.each(['ledger', 'webhooks'])(
  'the database refuses a completed charge that comes from %s',
  async (service) => {
    const { topic, key, value, headers } = forged();
    const client = new pg.Client({ connectionString: ledger.events.urlOf(service) });
    await client.connect();

    const appended = client
      .query(APPEND, [topic, key, value, JSON.stringify(headers)])
      .finally(() => client.end());

    await expect(appended).rejects.toThrow('violates row-level security policy');
  },
);

test('nobody but the services of the log and its owner opens it', async () => {
  for (const service of ['auth', 'bank']) {
    const client = new pg.Client({ connectionString: ledger.events.urlOf(service) });
    await expect(client.connect()).rejects.toThrow(/permission denied for database/);
  }
});

test.each([
  ['of another value', { value: forged().value }],
  ['under another key', { key: 'f'.repeat(24) }],
  ['under another id', { headers: { 'event-id': randomUUID() } }],
])('a record of a real credit, written once more %s, credits nothing', async (_what, change) => {
  const charge = paidCharge();
  const genuine = signed(completed(charge));
  await ledger.publish(genuine);
  await ledger.holds(charge.accountId, 4950);
  const headers = { ...genuine.headers, ...('headers' in change ? change.headers : {}) };
  const before = await counted('unauthenticated');

  await ledger.events.forge([{ ...genuine, ...change, headers }]);

  await eventually(async () => expect(await counted('unauthenticated')).toBe(before + 1));
  await ledger.holds(charge.accountId, 4950);
});

test('headers that are no texts park their record and delay no other', async () => {
  const charge = paidCharge();
  const { topic, key, value } = completed(paidCharge());
  for (const headers of ['5', '[]', '{"event-id": 5, "mac-ledger": {}}', 'null']) {
    await ledger.events.db.query(APPEND, [topic, key, value, headers]);
  }

  await ledger.publish(completed(charge));

  await ledger.holds(charge.accountId, 4950);
  await eventually(async () => expect(await ledger.parkedOf(key)).toHaveLength(4));
});

test('a forged record of a charge keeps neither its real credit nor what follows from being booked', async () => {
  const charge = paidCharge();
  await ledger.events.forge([{ ...completed(charge), value: forged().value }]);
  await eventually(async () => expect(await ledger.parkedOf(charge.chargeId)).toHaveLength(1));

  await ledger.publish(completed(charge));

  await ledger.holds(charge.accountId, 4950);
});
