import type { Deposit } from './webhook-events.ts';
import type { Owner } from './world.ts';

/** What the services count per hour is what the charges and the books say, for the whole account. */
export async function expectOverview({ client }: Owner, deposits: readonly Deposit[]) {
  const completed = deposits.filter(({ status }) => status === 'COMPLETED');
  const { incomplete, totals } = await client.overview();
  const { available, owed } = await client.balance();
  const { created, paid, credited, fee, suspenseCredited, refunded, notified } = totals;
  expect(incomplete).toEqual([]);
  expect({ created, paid, credited, fee, notified }).toEqual({
    created: counted(deposits, ({ charge }) => charge.value),
    paid: counted(completed, ({ charge }) => charge.value),
    credited: counted(completed, ({ charge }) => charge.value - charge.fee),
    fee: { value: counted(completed, ({ charge }) => charge.fee).value },
    notified: { count: completed.length },
  });
  // Nothing is held any more once nothing is on its way.
  const has = credited.value + suspenseCredited.value - refunded.value;
  expect({ has }).toEqual({ has: available - owed });
}

function counted(deposits: readonly Deposit[], cents: (deposit: Deposit) => number) {
  const value = deposits.reduce((sum, deposit) => sum + cents(deposit), 0);
  return { count: deposits.length, value };
}
