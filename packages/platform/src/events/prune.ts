import type { Pool } from 'pg';
import { EVERY_ACCOUNT, transactAs } from '../db/scope.ts';
import type { Logger } from '../telemetry/log.ts';
import { INBOX_DAYS } from './rewind-request.ts';

const EVERY_MS = 5 * 60_000;
/** So little at a time that no lock is held for long. */
const ROWS_MAX = 5_000;
const ROUNDS_MAX = 20;

/** Published events are kept for a week, for investigations and for audits. */
export const OLD_OUTBOX = `
  delete from outbox
   where id = any (array(
           select id from outbox
            where published_at is not null and created_at < now() - interval '7 days'
            order by id
            limit $1 for update skip locked))`;

/** Kept longer than any log keeps records: a record that comes again must still be recognised. */
export const OLD_INBOX = `
  delete from inbox
   where ctid = any (array(
           select ctid from inbox
            where handled_at < now() - interval '${INBOX_DAYS} days'
            limit $1 for update skip locked))`;

/** Like a Kafka topic, the log in Postgres keeps a record for 30 days, handled or not. */
export const OLD_RECORDS = `
  delete from log_record
   where ctid = any (array(
           select ctid from log_record
            where at < now() - interval '30 days'
            limit $1 for update skip locked))`;

type Options = { readonly pool: Pool; readonly log: Logger };

/** Removes old rows now and then; any number of replicas may do so at once. */
export function pruneRegularly({ pool, log }: Options, statement: string): Disposable {
  const timer = setInterval(() => {
    prune(pool, statement).catch((err) => log.warn({ err }, 'old rows could not be removed'));
  }, EVERY_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** `statement` removes at most $1 rows, of whatever account. */
export async function prune(pool: Pool, statement: string, rowsMax = ROWS_MAX): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { rowCount } = await transactAs(pool, EVERY_ACCOUNT, (tx) =>
      tx.query(statement, [rowsMax]),
    );
    if ((rowCount ?? 0) < rowsMax) return;
  }
}
