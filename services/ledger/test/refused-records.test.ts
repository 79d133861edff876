import { randomUUID } from 'node:crypto';
import type { ChargeCompletedInput } from '@entrada/contracts/gen/events/v1/ChargeCompleted';
import type { ChargeEventInput } from '@entrada/contracts/gen/events/v1/ChargeEvent';
import { ChargeEvent } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { EVENT_ID_HEADER, type EventRecord } from '@entrada/platform/events/event-log';
import { readPositions } from '@entrada/platform/events/handle-once';
import { requestRetry } from '@entrada/platform/events/parked';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import pg from 'pg';
import { signed } from '../../../test/harness/event-keys.ts';
import {
  chargeRecord,
  completed,
  exceptional,
  ledgerUnderTest,
  malformed,
  paidCharge,
  settled,
  type UnderTest,
} from './ledger-under-test.ts';

const ledger = forTests(() => ledgerUnderTest());

function wrong(overrides: ChargeCompletedInput): EventRecord {
  return completed({ ...paidCharge(), ...overrides });
}

/** A deposit like any other, but for its encoding. */
function said(overrides: ChargeEventInput): EventRecord {
  const charge = paidCharge();
  return chargeRecord(charge.chargeId, randomUUID(), { chargeCompleted: charge, ...overrides });
}

/** Genuine but for its id. */
function renamed(): EventRecord {
  return { ...completed(paidCharge()), headers: completed(paidCharge()).headers };
}

const poison: [string, RegExp, EventRecord][] = [
  ['is garbage', /./, malformed()],
  ['is empty', /unknown event/, { ...malformed(), value: Buffer.alloc(0) }],
  [
    'is an event of another kind',
    /unknown event/,
    { ...malformed(), value: ChargeEvent.serialize({}) },
  ],
  ['has a fee above its value', /fee is not within the value/, wrong({ feeCents: 5001 })],
  ['has a negative fee', /fee is not within the value/, wrong({ feeCents: -1 })],
  ['has a negative value', /value is not positive/, wrong({ valueCents: -5000 })],
  ['has no value', /value is not positive/, wrong({ valueCents: 0 })],
  ['was paid too little', /less was paid/, wrong({ paidCents: 4999 })],
  [
    'has an amount beyond the safe integers',
    /safe integer/,
    wrong({ paidCents: '9007199254740993' }),
  ],
  ['names no account', /accountId is missing or malformed/, wrong({ accountId: '' })],
  [
    'names what is no account',
    /accountId is missing or malformed/,
    wrong({ accountId: 'malformed' }),
  ],
  [
    'claims a value that its charge does not explain',
    /neither originalValueCents nor originalValueCents \+ feeCents/,
    wrong({ valueCents: 1_234_500, paidCents: 1_234_500 }),
  ],
  ['has the id of another charge', /event id is not that of charge-completed/, renamed()],
  [
    'is in the order of another charge',
    /key is not that of the charge/,
    { ...completed(paidCharge()), key: 'f'.repeat(24) },
  ],
  ['was confirmed at no time', /confirmedAt is not a time/, wrong({ confirmedAt: 'yesterday' })],
  ['is of a version that we do not know', /unsupported event version 2/, said({ version: 2 })],
  ['is in another currency', /unsupported currency USD/, said({ currency: 'USD' })],
  ['names no payment', /endToEndId is missing or malformed/, wrong({ endToEndId: '' })],
  ['names no payment link', /paymentLinkId is missing or malformed/, wrong({ paymentLinkId: '' })],
  [
    'suspends less than nothing',
    /positive integer/,
    exceptional(paidCharge(), { amountCents: -1 }),
  ],
  [
    'suspends an amount beyond the safe integers',
    /positive integer|safe/,
    exceptional(paidCharge(), { amountCents: '9007199254740993' }),
  ],
  [
    'suspends a payment of no charge for no reason',
    /charge(Id)? is missing/,
    exceptional(null, { kind: 'EXCEPTION_KIND_UNDERPAID' }),
  ],
  [
    'settles a refund of nothing',
    /positive integer/,
    settled(paidCharge(), { refundId: randomUUID(), valueCents: 0 }),
  ],
  [
    'names no charge',
    /charge(Id)? is missing/,
    { ...completed(paidCharge({ chargeId: '' })), key: randomUUID() },
  ],
  [
    'names a charge that no text can hold',
    /charge(Id)? is missing/,
    { ...completed(paidCharge({ chargeId: 'a\u0000' })), key: randomUUID() },
  ],
];

test.each(poison)(
  'a record that %s is set aside with its reason, and the others flow',
  async (_what, detail, record) => {
    const before = paidCharge();
    const after = paidCharge();

    await ledger.publish(completed(before), record, completed(after));

    for (const { accountId } of [before, after]) await ledger.holds(accountId, 4950);
    await eventually(async () =>
      expect(await ledger.parkedOf(record.key)).toEqual([
        { reason: 'undecodable', detail: expect.stringMatching(detail) },
      ]),
    );
    expect(await traces(record.key)).toEqual({
      transactions: 0,
      headers: expect.objectContaining(record.headers),
    });
  },
);

/** What is kept of a record that was set aside. */
async function traces(key: string) {
  const text = `
    select (select count(*) from ledger_transaction where charge_id = $1) as transactions, headers
      from parked_record where key = $1`;
  return (await ledger.db.query(text, [key])).rows[0];
}

test.each([
  ['later', true],
  ['in the same batch', false],
])(
  'a second credit of one charge under another id %s is set aside, not credited, and blocks nobody',
  async (_when, isLater) => {
    const charge = paidCharge();
    const second = { ...completed(charge), headers: { [EVENT_ID_HEADER]: randomUUID() } };
    const other = paidCharge();
    if (isLater) {
      await ledger.publish(completed(charge));
      await ledger.holds(charge.accountId, 4950);
    }

    await ledger.publish(...(isLater ? [] : [completed(charge)]), second, completed(other));

    for (const { accountId } of [charge, other]) await ledger.holds(accountId, 4950);
    await eventually(async () =>
      expect(await ledger.parkedOf(charge.chargeId)).toMatchObject([{ reason: 'undecodable' }]),
    );
    await ledger.holds(charge.accountId, 4950);
  },
);

const FORGED_CENTS = 1_234_500;
const APPEND = `
  select append_records(array[$1], array[0], array[$2], array[$3::bytea], array[$4::jsonb])`;

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

const group = 'ledger';
const topic = Topic.Charges;

test('a record without an id can only be discarded', async () => {
  const bad = { ...malformed(), headers: { [EVENT_ID_HEADER]: 'none' } };
  await ledger.publish(bad);
  await eventually(async () =>
    expect(await ledger.parkedOf(bad.key)).toMatchObject([{ reason: 'no_event_id' }]),
  );

  await expect(requestRetry(ledger.db, { group, topic, key: bad.key })).rejects.toThrow(/discard/);
  expect(await ledger.parkedOf(bad.key)).toHaveLength(1);
});

test('a ledger whose database was restored books what it had lost, although the log counts it as read', async () => {
  await using ledger = await ledgerUnderTest();
  const [before, after] = [paidCharge(), paidCharge()];
  const record = completed(before);
  await ledger.publish(record);
  await ledger.holds(before.accountId, 4950);
  const positions = await readPositions(ledger.db, group);
  const { rows: placed } = await ledger.events.db.query(
    `select partition, (log_offset + 1)::text as "nextOffset" from log_record where key = $1`,
    [record.key],
  );
  expect(positions).toContainEqual(expect.objectContaining(placed[0]));
  await ledger.publish(completed(after));
  await ledger.holds(after.accountId, 4950);
  await eventually(async () =>
    expect((await ledger.events.recordsOf(Topic.Ledger)).length).toBe(2),
  );
  await lose(ledger, after.accountId, after.chargeId);
  expect(await ledger.balanceOf(after.accountId)).toMatchObject({ availableCents: 0 });

  await ledger.service[Symbol.asyncDispose]();
  await ledger.db.query('delete from consumer_position');
  for (const { partition, nextOffset } of positions) {
    await ledger.db.query('insert into consumer_position values ($1, $2, $3, $4)', [
      ...[group, topic, partition, nextOffset],
    ]);
  }
  await using again = await ledger.startAnother();

  for (const { accountId } of [before, after]) {
    await eventually(async () =>
      expect(await again.rpc.getBalance({ accountId })).toMatchObject({ availableCents: 4950 }),
    );
  }
});

/** As a database restored to a time before has it: nothing of this charge ever happened. */
async function lose({ db }: UnderTest, accountId: string, chargeId: string): Promise<void> {
  for (const table of ['entry', 'ledger_transaction']) {
    await db.query(`alter table ${table} disable trigger user`);
  }
  const own = `(select id from ledger_transaction where charge_id = $1)`;
  await db.query(`delete from entry where transaction_id in ${own}`, [chargeId]);
  await db.query('delete from ledger_transaction where charge_id = $1', [chargeId]);
  await db.query('delete from account where holder_id = $1', [accountId]);
  await db.query('delete from outbox where key = $1', [accountId]);
  await db.query(
    `delete from inbox where consumer_group = 'ledger' and handled_at = (select max(handled_at) from inbox)`,
  );
}
