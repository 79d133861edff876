import { randomUUID } from 'node:crypto';
import type { ChargeCompletedInput } from '@entrada/contracts/gen/events/v1/ChargeCompleted';
import { ChargeEvent } from '@entrada/contracts/services';
import { EVENT_ID_HEADER, type EventRecord } from '@entrada/platform/events/event-log';
import { eventually } from '@entrada/platform/testing/eventually';
import {
  completed,
  ledgerUnderTest,
  nonsense,
  paidCharge,
  type UnderTest,
} from './ledger-under-test.ts';

let ledger: UnderTest;
beforeAll(async () => {
  ledger = await ledgerUnderTest();
});
afterAll(() => ledger[Symbol.asyncDispose]());

function wrong(overrides: ChargeCompletedInput): EventRecord {
  return completed({ ...paidCharge(), ...overrides });
}

const poison: [string, RegExp, EventRecord][] = [
  ['is garbage', /./, nonsense()],
  ['is empty', /unknown fact/, { ...nonsense(), value: Buffer.alloc(0) }],
  [
    'states a fact of another kind',
    /unknown fact/,
    { ...nonsense(), value: ChargeEvent.serialize({}) },
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
  ['names no account', /no account/, wrong({ accountId: '' })],
  ['names what is no account', /no account/, wrong({ accountId: 'nonsense' })],
  ['was confirmed at no time', /no time/, wrong({ confirmedAt: 'yesterday' })],
  [
    'names no charge',
    /no charge/,
    { ...completed(paidCharge({ chargeId: '' })), key: randomUUID() },
  ],
  [
    'names a charge that no text can hold',
    /no charge/,
    { ...completed(paidCharge({ chargeId: 'a\u0000' })), key: randomUUID() },
  ],
];

test.each(poison)(
  'a record that %s is set aside with its reason, and the others flow',
  async (_what, detail, record) => {
    const before = paidCharge();
    const after = paidCharge();

    await ledger.publish(completed(before), record, completed(after));

    for (const { accountId } of [before, after]) {
      await eventually(async () =>
        expect(await ledger.balanceOf(accountId)).toMatchObject({ availableCents: 4950 }),
      );
    }
    await eventually(async () =>
      expect(await ledger.parkedOf(record.key)).toEqual([
        { reason: 'undecodable', detail: expect.stringMatching(detail) },
      ]),
    );
  },
);

test('a record without an event id is set aside', async () => {
  const record = { ...completed(paidCharge()), headers: { [EVENT_ID_HEADER]: 'nonsense' } };
  await ledger.publish(record);
  await eventually(async () =>
    expect(await ledger.parkedOf(record.key)).toMatchObject([{ reason: 'no_event_id' }]),
  );
});

test('a second announcement of one charge under another id is set aside, not credited, and blocks nobody', async () => {
  const charge = paidCharge();
  await ledger.publish(completed(charge));
  await eventually(async () => expect(await ledger.entriesOf(charge.chargeId)).toHaveLength(3));
  const second = { ...completed(charge), headers: { [EVENT_ID_HEADER]: randomUUID() } };
  const other = paidCharge();

  await ledger.publish(second, completed(other));

  await eventually(async () =>
    expect(await ledger.balanceOf(other.accountId)).toMatchObject({ availableCents: 4950 }),
  );
  await eventually(async () =>
    expect(await ledger.parkedOf(charge.chargeId)).toMatchObject([{ reason: 'unprocessable' }]),
  );
  expect(await ledger.balanceOf(charge.accountId)).toMatchObject({ availableCents: 4950 });
});

test('two announcements of one charge under two ids in one batch credit it once', async () => {
  const charge = paidCharge();
  const second = { ...completed(charge), headers: { [EVENT_ID_HEADER]: randomUUID() } };
  const other = paidCharge();

  await ledger.publish(completed(charge), second, completed(other));

  for (const { accountId } of [charge, other]) {
    await eventually(async () =>
      expect(await ledger.balanceOf(accountId)).toMatchObject({ availableCents: 4950 }),
    );
  }
  expect(await ledger.parkedOf(charge.chargeId)).toMatchObject([{ reason: 'unprocessable' }]);
});
