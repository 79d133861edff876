import type { EventLogConfig } from '@entrada/platform/events/open-event-log';
import { eventually } from '@entrada/platform/testing/eventually';
import { newSecrets } from '../../packages/launcher/src/programs.ts';
import { signed } from '../../test/harness/event-keys.ts';
import { paid } from '../events.ts';
import type { BenchRun } from '../run-parts.ts';
import { openDatabases, type ServiceDatabases, startAlone } from '../service-alone.ts';

const DONE_WAIT = { timeoutMs: 300_000 };
const PUBLISHED_AT_ONCE = 2_000;

/** Asked again and again while the service works: it must not cost more when more is stored. */
const ENTRIES_MADE = `
  select case when is_called then last_value else 0 end::float8 as made from entry_id_seq`;
const ENTRIES_OF_CREDIT = 3;

/** Of the last two thirds: before, the process is still warming up. */
const RATE = `
  with batches as (
    select created_at, count(*) as credits from ledger_transaction where created_at >= $1 group by 1
  ), counted as (
    select *, sum(credits) over (order by created_at) as done, sum(credits) over () as total from batches
  )
  select max(total)::float8 as credits,
         ((max(done) - min(done)) / nullif(extract(epoch from max(created_at) - min(created_at)), 0))::float8 as rate
    from counted where done >= total / 3`;

type BookingRate = { readonly credits: number; readonly rate: number };

export type LedgerBench = AsyncDisposable &
  Pick<ServiceDatabases, 'db' | 'urls'> & {
    /** Credits a second of so many that wait on the topic when the service starts. */
    round(accounts: readonly string[], count: number): Promise<number>;
  };

/** The ledger alone, started anew for each round. */
export async function openLedgerBench(
  run: BenchRun,
  name: string,
  log: EventLogConfig = {},
): Promise<LedgerBench> {
  const databases = await openDatabases(run, 'ledger', name, log);
  const { db, eventLog } = databases;
  // One for all starts: the auditor reports checkpoints of a key that it does not know.
  const env = { ...databases.env, LEDGER_SIGNING_KEY: newSecrets().ledgerSigningKey };
  return {
    ...databases,
    async round(accounts, count) {
      const begun: Date = (await db.query('select now() as begun')).rows[0].begun;
      const entriesMade = async (): Promise<number> => (await db.query(ENTRIES_MADE)).rows[0].made;
      const awaited = (await entriesMade()) + ENTRIES_OF_CREDIT * count;
      for (let done = 0; done < count; done += PUBLISHED_AT_ONCE) {
        const length = Math.min(PUBLISHED_AT_ONCE, count - done);
        const one = (_: unknown, index: number) =>
          signed(paid(accounts[(done + index) % accounts.length] ?? ''));
        await eventLog.publish(Array.from({ length }, one));
      }
      await using _service = await startAlone(run, 'ledger', env);
      await eventually(async () => (await entriesMade()) >= awaited, DONE_WAIT);
      // An entry has its number before it is committed.
      const { rate } = await eventually(async () => {
        const [booked] = (await db.query<BookingRate>(RATE, [begun])).rows;
        return booked?.credits === count && booked;
      }, DONE_WAIT);
      return rate;
    },
  };
}
