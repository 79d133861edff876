import { EntradaError } from '@entrada/client/entrada-error';
import { eventually } from '@entrada/platform/testing/eventually';
import { type PaymentAtBank, settledCents } from '../harness/sandbox.ts';
import type { History } from './command.ts';
import { worth } from './perform.ts';
import { type SuspenseItem, suspenseOf } from './suspense.ts';
import { type Deposit, expectWebhookEvents } from './webhook-events.ts';
import type { Owner, World } from './world.ts';

const DELIVERED_MAX_MS = 120_000;
/** The audit leaves out the last ten seconds; by this much later they are past. */
const AUDIT_SETTLE_MS = 11_000;

/** What must hold whatever happened, once nothing is on its way. */
export async function expectEveryCent(world: World, { restored }: History): Promise<void> {
  const deposits = await depositsOf(world);
  const payments = await world.payments();
  const suspense = await suspenseOf(world);
  if (restored !== 'charges') expectNoneUnknown(deposits, payments, suspense);
  for (const owner of world.owners) {
    const own = deposits.filter((deposit) => deposit.owner === owner);
    const paid = paymentsOf(owner, own, payments, suspense);
    await expectBalance(owner, own, paid);
    await eventually(() => expectOverview(owner, own), { timeoutMs: DELIVERED_MAX_MS });
    const ended = { owner, deposits: own, payments: paid, suspense };
    await eventually(() => expectWebhookEvents(ended), { timeoutMs: DELIVERED_MAX_MS });
  }
  expectTrueResolutions(payments, suspense);
  await expectNothingParked(world);
  await eventually(() => expectSilentAudit(world), { timeoutMs: DELIVERED_MAX_MS });
}

/** Charges that a restore has lost for good are left out: nobody had paid them then. */
async function depositsOf({ charges }: World): Promise<readonly Deposit[]> {
  const deposits: Deposit[] = [];
  for (const made of charges) {
    const found = await made.owner.client.find(made.charge).catch((error: unknown) => {
      if (error instanceof EntradaError && error.status === 404) return null;
      throw error;
    });
    if (found) deposits.push({ ...made, ...found });
  }
  return deposits;
}

/** Only while a charge is lost a payment of it may be taken for one without a charge. */
function expectNoneUnknown(
  deposits: readonly Deposit[],
  payments: readonly PaymentAtBank[],
  suspense: readonly SuspenseItem[],
): void {
  const txids = new Set(deposits.map(({ txid }) => txid));
  const known = payments.filter(({ txid }) => txids.has(txid));
  const unknown = new Set(suspense.filter(isUnknown).map(({ endToEndId }) => endToEndId));
  expect(known.filter(({ endToEndId }) => unknown.has(endToEndId))).toEqual([]);
}

function isUnknown({ kind }: SuspenseItem): boolean {
  return kind === 'UNKNOWN_TXID';
}

/** Of its charges, and those without a charge that an operator has given to it. */
function paymentsOf(
  { accountId }: Owner,
  deposits: readonly Deposit[],
  payments: readonly PaymentAtBank[],
  suspense: readonly SuspenseItem[],
): readonly PaymentAtBank[] {
  const txids = new Set(deposits.map(({ txid }) => txid));
  const givenTo = new Map(
    suspense.filter(isUnknown).map((item) => [item.endToEndId, item.accountId]),
  );
  return payments.filter(({ txid, endToEndId }) =>
    givenTo.has(endToEndId) ? givenTo.get(endToEndId) === accountId : txids.has(txid),
  );
}

async function expectBalance(
  { client }: Owner,
  deposits: readonly Deposit[],
  payments: readonly PaymentAtBank[],
): Promise<void> {
  const fees = deposits
    .filter(({ status }) => status === 'COMPLETED')
    .reduce((sum, { charge }) => sum + charge.fee, 0);
  const kept = payments.reduce((sum, paid) => sum + paid.value - settledCents(paid), 0);
  expect({ worth: await worth(client) }).toEqual({ worth: kept - fees });
  const { available, suspense, owed } = await client.balance();
  expect(Math.min(available, suspense, owed)).toBeGreaterThanOrEqual(0);
}

/** Who returned a suspended payment, as the books have it, is who returned it at the bank. */
function expectTrueResolutions(
  payments: readonly PaymentAtBank[],
  suspense: readonly SuspenseItem[],
): void {
  for (const { endToEndId, resolution } of suspense) {
    const origin = { RETURNED: 'BANK', REFUNDED: 'RECEIVER' }[resolution];
    const payment = payments.find((one) => one.endToEndId === endToEndId);
    const returns = payment?.refunds.filter(({ status }) => status === 'DEVOLVIDO') ?? [];
    const isTrue = !origin || returns.some((one) => one.origin === origin);
    expect({ endToEndId, resolution, isTrue }).toMatchObject({ isTrue: true });
  }
}

async function expectNothingParked({ operator }: World): Promise<void> {
  const { stdout } = await operator('parked', 'list', '--json');
  expect(JSON.parse(stdout)).toEqual([]);
}

async function expectSilentAudit({ system, bank, begunAt }: World): Promise<void> {
  const now = new Date((await bank.now()).getTime() + AUDIT_SETTLE_MS);
  const since = begunAt.toISOString();
  const ran = await system.operatorAt(now, 'audit', '--from', since, '--json');
  expect(JSON.parse(ran.stdout || ran.stderr)).toMatchObject({ violations: [] });
}

/** What the services count per hour is what the charges and the books say, for the whole account. */
async function expectOverview({ client }: Owner, deposits: readonly Deposit[]) {
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
  const [gained, given, lost] = [credited, suspenseCredited, refunded].map((sum) => sum?.value);
  const has = Number(gained) + Number(given) - Number(lost);
  expect({ has }).toEqual({ has: available - owed });
}

function counted(deposits: readonly Deposit[], cents: (deposit: Deposit) => number) {
  const value = deposits.reduce((sum, deposit) => sum + cents(deposit), 0);
  return { count: deposits.length, value };
}
