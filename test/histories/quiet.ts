import { isDeepStrictEqual } from 'node:util';
import { eventually } from '@entrada/platform/testing/eventually';
import { type Sandbox, settledCents } from '../harness/sandbox.ts';
import { passReturnTime } from '../restore/pass-time.ts';
import type { RestorableSystem } from '../restore/restorable-system.ts';
import { type SuspenseItem, suspenseOf } from './suspense.ts';
import type { World } from './world.ts';

const QUIET_MAX_MS = 180_000;
/** Past the minute in which a payment without a charge may be one whose charge is just being stored. */
const DOUBT_SECONDS = 70;
const SERVICES = ['auth', 'charges', 'ledger', 'webhooks', 'gateway'];
const AGREE = { bookedOtherwise: [], neverPaid: [], surplusOnBooks: 0 };
const ON_ITS_WAY = 'EM_PROCESSAMENTO';

/** Ends all faults and waits until nothing is on its way any more. */
export async function quiesce(world: World): Promise<void> {
  const { system, bank } = world;
  await bank.clearFaults();
  for (const service of SERVICES) await system.system.ready(service);
  if ((await underWay(world)).length > 0) await bank.advance(DOUBT_SECONDS);
  await eventually(
    async () => {
      await passReturnTime(system);
      expect(await underWay(world)).toEqual([]);
      expect(await bankAndBooks(system, bank)).toEqual(AGREE);
    },
    { timeoutMs: QUIET_MAX_MS },
  );
}

/** What has begun and not ended: at the bank, in charges, in the ledger and between them. */
async function underWay(world: World): Promise<readonly string[]> {
  const payments = await world.payments();
  const atBank = payments.flatMap(({ refunds }) =>
    refunds.filter(({ status }) => status === ON_ITS_WAY),
  );
  const refunds: string[] = [];
  for (const { owner, charge } of world.charges) {
    const known = await owner.client.refundsOf(charge).catch(() => []);
    const open = known.filter(({ status }) => status === 'PROCESSING');
    refunds.push(...open.map(({ id }) => `refund ${id} of ${charge.paymentLinkId}`));
  }
  const suspense = await suspenseOf(world);
  return [
    ...(await unclear(world)).map((id) => `unclear payment ${id}`),
    ...atBank.map(({ id }) => `refund ${id} at the bank`),
    ...refunds,
    ...suspense.filter(isRefunding).map(({ exceptionId }) => `return of ${exceptionId}`),
  ];
}

function isRefunding({ resolution }: SuspenseItem): boolean {
  return resolution === 'REFUNDING';
}

async function unclear(world: World): Promise<readonly string[]> {
  const { stdout, stderr, code } = await world.operator('unclear', '--json');
  if (code !== 0) throw new Error(stderr);
  const { payments } = JSON.parse(stdout) as { payments: { id: string }[] };
  return payments.map(({ id }) => id);
}

export async function isBankOnBooks(system: RestorableSystem, bank: Sandbox): Promise<boolean> {
  return isDeepStrictEqual(await bankAndBooks(system, bank), AGREE);
}

const BOOKED = `
  select t.end_to_end_id as "endToEndId", -sum(e.amount_cents)::float8 as cents
    from ledger_transaction t
    join entry e on e.transaction_id = t.id
   where e.account = 'settlement' and t.kind in ('DEPOSIT', 'SUSPENSE')
   group by 1`;
/** available + suspense + fees + refunds - owed; a debt is a negative entry. */
const BOOKS = `
  select coalesce(sum(amount_cents), 0)::float8 as cents from entry where account <> 'settlement'`;

/** Each payment of the bank against what is booked of it, and all that is left there against all that we have. */
async function bankAndBooks({ query }: RestorableSystem, bank: Sandbox) {
  const payments = await bank.truth();
  const rows = await query<{ endToEndId: string; cents: number }>('ledger', BOOKED);
  const booked = new Map(rows.map(({ endToEndId, cents }) => [endToEndId, cents]));
  const [books] = await query<{ cents: number }>('ledger', BOOKS);
  const left = payments.reduce((sum, one) => sum + one.value - settledCents(one), 0);
  const known = new Set(payments.map(({ endToEndId }) => endToEndId));
  return {
    bookedOtherwise: payments
      .map(({ endToEndId, value }) => ({ endToEndId, value, booked: booked.get(endToEndId) ?? 0 }))
      .filter(({ value, booked: cents }) => value !== cents),
    neverPaid: [...booked.keys()].filter((endToEndId) => !known.has(endToEndId)),
    surplusOnBooks: (books?.cents ?? 0) - left,
  };
}
