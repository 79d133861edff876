import { randomUUID } from 'node:crypto';
import type { EventRecord } from '@entrada/platform/events/event-log';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { NO_BALANCE, PLATFORM_ID } from '../src/domain/posting.ts';
import {
  completed,
  exceptional,
  failed,
  holdOf,
  ledgerUnderTest,
  paidCharge,
  returned,
  settled,
} from './ledger-under-test.ts';

const ledger = forTests(() => ledgerUnderTest());

type PaidCharge = ReturnType<typeof paidCharge>;

async function credited(overrides: Partial<PaidCharge> = {}): Promise<PaidCharge> {
  const charge = paidCharge(overrides);
  await ledger.publish(completed(charge));
  await eventually(async () => expect(await ledger.entriesOf(charge.chargeId)).not.toEqual([]));
  return charge;
}

function returnOf(valueCents: number) {
  return { returnId: randomUUID(), valueCents };
}

async function statementOf(accountId: string) {
  const { entries } = await ledger.rpc.listEntries({ accountId, limit: 50 });
  return entries.map(({ kind, amountCents, balanceCents }) => [kind, amountCents, balanceCents]);
}

async function returnBooked(key: string, returnId: string) {
  return eventually(async () => {
    const events = await ledger.published(key);
    const booked = events.find((one) => one.returnBooked?.return?.returnId === returnId);
    expect(booked).toBeDefined();
    return booked?.returnBooked;
  });
}

test('money that the bank takes back comes from the available balance, once', async () => {
  const charge = await credited();
  const back = returnOf(3000);

  await ledger.publish(returned(charge, back), returned(charge, back));

  await ledger.holds(charge.accountId, 1950);
  expect(await returnBooked(charge.accountId, back.returnId)).toMatchObject({
    accountId: charge.accountId,
    availableCents: 3000,
    owedCents: 0,
    suspenseCents: 0,
    return: { natureza: 'MED_FRAUDE', endToEndId: charge.endToEndId },
  });
  expect(await statementOf(charge.accountId)).toEqual([
    ['BANK_RETURN', -3000, 1950],
    ['DEPOSIT', 4950, 4950],
  ]);
});

test('what the account no longer has becomes owed, and later credits repay it first, each as an entry of its own', async () => {
  const charge = await credited();
  const back = returnOf(5000);

  await ledger.publish(returned(charge, back));
  await ledger.holds(charge.accountId, 0, 0, 50);
  expect(await returnBooked(charge.accountId, back.returnId)).toMatchObject({
    availableCents: 4950,
    owedCents: 50,
  });
  await credited({ accountId: charge.accountId, valueCents: 40, feeCents: 10, paidCents: 40 });
  await ledger.holds(charge.accountId, 0, 0, 20);
  await credited({ accountId: charge.accountId });

  await ledger.holds(charge.accountId, 4930);
  expect(await statementOf(charge.accountId)).toEqual([
    ['OWED_REPAYMENT', -20, 4930],
    ['DEPOSIT', 4950, 4950],
    ['OWED_REPAYMENT', -30, 0],
    ['DEPOSIT', 30, 30],
    ['BANK_RETURN', -5000, 0],
    ['OWED_ADVANCE', 50, 5000],
    ['DEPOSIT', 4950, 4950],
  ]);
});

test('the balance of the past shows what was owed then, and the timeline shows the return', async () => {
  const charge = await credited();
  await ledger.publish(returned(charge, returnOf(5000)));
  await ledger.holds(charge.accountId, 0, 0, 50);
  const at = new Date(Date.now() + 1).toISOString();
  await eventually(() => expect(new Date().toISOString() > at).toBe(true));
  await credited({ accountId: charge.accountId });
  await ledger.holds(charge.accountId, 4900);

  const past = await ledger.rpc.getBalance({ accountId: charge.accountId, at });
  expect(past).toEqual({ ...NO_BALANCE, owedCents: 50 });
  const { accountId, chargeId } = charge;
  const { entries } = await ledger.rpc.getLedgerTimeline({ accountId, chargeId });
  expect(entries.map(({ kind, detail }) => [kind, JSON.parse(detail).amount])).toEqual([
    ['credited', 4950],
    ['owed_advanced', 50],
    ['returned_by_bank', 5000],
  ]);
});

test('a released hold and a credit from suspense repay what is owed too', async () => {
  const charge = await credited();
  const hold = holdOf(charge, 1000);
  await ledger.rpc.holdRefund(hold);
  await ledger.publish(returned(charge, returnOf(4950)));
  await ledger.holds(charge.accountId, 0, 0, 1000, 1000);
  const other = paidCharge({ accountId: charge.accountId });
  const exceptionId = randomUUID();
  await ledger.publish(exceptional(other, { exceptionId, amountCents: 400 }));
  await ledger.holds(charge.accountId, 0, 400, 1000, 1000);

  await ledger.rpc.resolveSuspense({ exceptionId, decision: 'CREDIT' });
  await ledger.holds(charge.accountId, 0, 0, 600, 1000);
  await ledger.publish(failed(charge, hold));

  await ledger.holds(charge.accountId, 400);
});

test('a return is taken first from what is in suspense of the payment, and ends its decision', async () => {
  const charge = await credited({ paidCents: 5700 });
  const { endToEndId } = charge;
  const exceptionId = randomUUID();
  const surplus = { exceptionId, kind: 'EXCEPTION_KIND_OVERPAID' as const, endToEndId };
  await ledger.publish(exceptional(charge, surplus));
  await ledger.holds(charge.accountId, 4950, 700);

  const [part, rest] = [returnOf(300), returnOf(1000)];
  await ledger.publish(returned(charge, part));
  await ledger.holds(charge.accountId, 4950, 400);
  await ledger.publish(returned(charge, rest));

  await ledger.holds(charge.accountId, 4350, 0);
  expect(await returnBooked(charge.accountId, rest.returnId)).toMatchObject({
    availableCents: 600,
    owedCents: 0,
    suspenseCents: 400,
  });
  const { items } = await ledger.rpc.listSuspense({
    limit: 10,
    withResolved: true,
    accountId: charge.accountId,
  });
  expect(items).toMatchObject([{ exceptionId, resolution: 'RETURNED' }]);
  await expect(
    ledger.rpc.resolveSuspense({ exceptionId, decision: 'CREDIT' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('a return of nobody’s payment is taken from the platform’s suspense', async () => {
  const before = await suspenseOfPlatform();
  const { endToEndId } = paidCharge();
  const [exceptionId, back] = [randomUUID(), returnOf(700)];

  await ledger.publish(exceptional(null, { exceptionId, endToEndId, amountCents: 700 }));
  await eventually(async () => expect(await suspenseOfPlatform()).toBe(before + 700));
  await ledger.publish(returned({ endToEndId }, back));

  expect(await returnBooked(endToEndId, back.returnId)).toMatchObject({ accountId: '' });
  expect(await suspenseOfPlatform()).toBe(before);
  const { items } = await ledger.rpc.listSuspense({ limit: 200, withResolved: true });
  expect(items.find((item) => item.exceptionId === exceptionId)).toMatchObject({
    resolution: 'RETURNED',
  });
});

const EARLY: readonly [string, (charge: PaidCharge) => EventRecord[]][] = [
  ['the key of its payment', (charge) => [returned(charge, returnOf(300))]],
  ['another key', (charge) => [returned({ endToEndId: charge.endToEndId }, returnOf(300))]],
  [
    'the key of its payment, with refunds',
    (charge) => [
      failed(charge, holdOf(charge, 10)),
      settled(charge, holdOf(charge, 100)),
      returned(charge, returnOf(200)),
    ],
  ],
];

test.each(EARLY)(
  'a return under %s that comes before its payment waits, and is booked by itself when the payment has come',
  async (_key, eventsOf) => {
    const charge = paidCharge();
    const records = eventsOf(charge);
    const { key } = records[0] ?? completed(charge);

    await ledger.publish(...records);

    await eventually(async () =>
      expect(await ledger.parkedOf(key)).toContainEqual({
        reason: 'unprocessable',
        detail: expect.stringMatching(`^waits_for_payment:${charge.endToEndId} `),
      }),
    );
    await ledger.holds(charge.accountId, 0);
    await ledger.publish(completed(charge));

    await ledger.holds(charge.accountId, 4650, 0, 0, 0);
    expect(await ledger.parkedOf(key)).toEqual([]);
  },
);

async function suspenseOfPlatform(): Promise<number> {
  return (await ledger.balanceOf(PLATFORM_ID)).suspenseCents;
}
