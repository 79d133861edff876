import { randomUUID } from 'node:crypto';
import type { ChargeCompletedInput } from '@entrada/contracts/gen/events/v1/ChargeCompleted';
import type { ChargeEventInput } from '@entrada/contracts/gen/events/v1/ChargeEvent';
import { ChargeEvent } from '@entrada/contracts/services';
import { EVENT_ID_HEADER, type EventRecord } from '@entrada/platform/events/event-log';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import {
  chargeRecord,
  completed,
  exceptional,
  ledgerUnderTest,
  malformed,
  paidCharge,
  settled,
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
