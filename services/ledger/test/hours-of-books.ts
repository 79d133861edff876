import { HOUR_MS } from '@entrada/platform/time/units';
import { PLATFORM_ID } from '../src/domain/posting.ts';
import { lineOf } from '../src/domain/violation.ts';
import { openStores } from '../src/store/stores.ts';
import { auditHours } from '../src/use-cases/audit-books.ts';
import type { LedgerAtBank } from './ledger-at-bank.ts';

/** Whatever the hours are: available - owed must be what they add up to, minus what is held. */
const IDENTITY = `
  select a.holder_id, a.available_cents - a.owed_cents as has,
         coalesce((select sum(credited_cents + suspense_credited_cents - refunded_cents)
                     from holder_hour h where h.holder_id = a.holder_id), 0)::bigint as hours,
         coalesce((select sum(e.amount_cents) from ledger_transaction t join entry e on e.transaction_id = t.id
                    where t.holder_id = a.holder_id and e.account = 'refunds'), 0)::bigint as held
    from account a
   where a.holder_id <> '${PLATFORM_ID}'`;

type Row = { holder_id: string; has: number; hours: number; held: number };

export async function expectHoursLikeBooks({
  db,
  foldHours,
}: Pick<LedgerAtBank, 'db' | 'foldHours'>): Promise<void> {
  await foldHours();
  const { rows } = await db.query<Row>(IDENTITY);
  const shown = (cents: (row: Row) => number) => rows.map((row) => [row.holder_id, cents(row)]);
  expect(shown(({ hours, held }) => hours - held)).toEqual(shown(({ has }) => has));
}

/** What the auditor says of the last hours, and of those to come. */
export async function hourLines({ db }: Pick<LedgerAtBank, 'db'>): Promise<string[]> {
  const lines: string[] = [];
  const [from, to] = [Date.now() - 2 * HOUR_MS, Date.now() + 30 * HOUR_MS];
  const window = { from: new Date(from), to: new Date(to) };
  await auditHours(openStores(db))(window, (violation) => lines.push(lineOf(violation)));
  return lines;
}

/** All hours of an account, added up. */
export async function sumsOf(
  { app, foldHours }: Pick<LedgerAtBank, 'app' | 'foldHours'>,
  accountId: string,
) {
  await foldHours();
  const [from, to] = [Date.now() - 24 * HOUR_MS, Date.now() + 24 * HOUR_MS];
  const { hours } = await app.getHours(accountId, { from: new Date(from), to: new Date(to) });
  const sums: Record<string, number> = {};
  for (const { hour: _, ...own } of hours) {
    for (const [name, value] of Object.entries(own)) sums[name] = (sums[name] ?? 0) + value;
  }
  return sums;
}
