import { timestamptzArray } from '@entrada/platform/db/array-parameter';
import { prepared } from '@entrada/platform/db/prepared';
import { transact } from '@entrada/platform/db/transaction';
import type { Pool } from 'pg';
import {
  type ClosedWindow,
  inWholeSeconds,
  type UnreadWindow,
  type Window,
  windowId,
} from '../domain/bank-window.ts';
import type { UnclearPayment } from '../domain/unclear.ts';

const FIND_OPEN = `
  select starts_at as "from", read_to as "readTo", due_at <= now() as "isDue" from bank_window where ends_at is null`;

const MOVE_OPEN = 'update bank_window set starts_at = $1 where ends_at is null';

const OPEN_WAS_READ = `
  update bank_window set read_to = $1, due_at = now() + $2 * interval '1 millisecond' where ends_at is null`;

/** Each is due $4 milliseconds after the one before. Windows of the past count as read: they were before our time. */
const ADD = `
  insert into bank_window (id, starts_at, ends_at, due_at, read_to)
  select id, starts_at, ends_at, now() + (number - 1) * $4 * interval '1 millisecond', case when $5 then ends_at end
    from unnest($1::text[], $2::timestamptz[], $3::timestamptz[])
         with ordinality as one (id, starts_at, ends_at, number)
      on conflict (id) do nothing`;

const FIND_DUE = `
  select id, starts_at as "from", ends_at as "to", listed from bank_window
   where due_at <= now() and not dismissed and ends_at is not null
   order by due_at
   limit $1`;

const WAS_READ = `
  update bank_window
     set read_to = ends_at, listed = $2, problem = null, problem_since = null, attempts = 0,
         due_at = now() + $3 * interval '1 millisecond'
   where id = $1`;

/** A bank that answers again is used within a quarter of an hour. */
const RETRY_MAX = `interval '15 minutes'`;

const SET_ASIDE = `
  insert into bank_window as known (id, starts_at, ends_at, due_at, problem, problem_since, tried_at, attempts)
  values ($1, $2, $3, now() + interval '5 seconds', $4, $5, $5, 1)
      on conflict (id) do update
     set problem = excluded.problem, problem_since = coalesce(known.problem_since, excluded.problem_since),
         tried_at = excluded.tried_at, attempts = known.attempts + 1, listed = null,
         due_at = now() + least(${RETRY_MAX}, interval '5 seconds' * power(2, least(known.attempts, 20)))
   where not known.dismissed`;

const POSTPONE = `
  update bank_window set listed = null, due_at = now() + ${RETRY_MAX} where id = $1`;

const REMOVE = `
  delete from bank_window where ends_at < $1 and read_to is not null and (problem is null or dismissed)`;

/** What is left out of other windows. */
const UNREAD = `
  select id, starts_at as "from", ends_at as "to" from bank_window
   where problem is not null and ends_at > $1 and starts_at < $2`;

const COUNT_UNREAD = `
  select count(*) as count from bank_window where problem is not null and not dismissed`;

const SHOWN = `
  select id, starts_at as "from", ends_at as "to", problem, problem_since as "firstSeenAt", tried_at as "lastSeenAt",
         attempts, due_at as "nextAttemptAt"
    from bank_window where problem is not null and not dismissed`;

const DISMISS = `
  update bank_window set dismissed = true where id = $1 and problem is not null and not dismissed`;

type UnreadRow = Window &
  Omit<UnclearPayment, 'endToEndId' | 'txid' | 'paidCents' | 'paidAt' | 'window'>;

/** The windows of the bank's list: what is read when, and what cannot be read. */
export function windowStore(db: Pool) {
  const add = (
    tx: Pick<Pool, 'query'>,
    windows: readonly Window[],
    pauseMs: number,
    isPast: boolean,
  ) => {
    const bounds = [windows.map(({ from }) => from), windows.map(({ to }) => to)];
    const values = [windows.map(windowId), ...bounds.map(timestamptzArray), pauseMs, isPast];
    return tx.query(ADD, values);
  };
  return {
    /** The newest window; `readTo` is null before it was listed for the first time. */
    async findOpen() {
      type OpenRow = { from: Date; readTo: Date | null; isDue: boolean };
      const { rows } = await db.query<OpenRow>(prepared(FIND_OPEN));
      const [row] = rows;
      if (!row) throw new Error('there is no open window of the bank list');
      return row;
    },
    /** From now on these are windows of their own, due at once, and the open one begins behind them. */
    async close(windows: readonly Window[]): Promise<void> {
      const last = windows.at(-1);
      if (!last) return;
      await transact(db, async (tx) => {
        await add(tx, windows, 0, false);
        await tx.query(MOVE_OPEN, [last.to]);
      });
    },
    /** Windows before the first one, each due `pauseMs` after the one before. */
    async addPast(windows: readonly Window[], pauseMs: number): Promise<void> {
      await add(db, windows, pauseMs, true);
    },
    /** Those that were read, or dismissed. */
    async removeBefore(time: Date): Promise<void> {
      await db.query(REMOVE, [time]);
    },
    async openWasRead(readTo: Date, againAfterMs: number): Promise<void> {
      await db.query(prepared(OPEN_WAS_READ, [readTo, againAfterMs]));
    },
    async findDue(limit: number): Promise<readonly ClosedWindow[]> {
      return (await db.query<ClosedWindow>(prepared(FIND_DUE, [limit]))).rows;
    },
    /** `listed`: as many as the bank counted were read. Null: it is read again next time. */
    async wasRead(
      { id }: ClosedWindow,
      listed: number | null,
      againAfterMs: number,
    ): Promise<void> {
      await db.query(prepared(WAS_READ, [id, listed, againAfterMs]));
    },
    /** Due again after a growing pause, until it was read or an operator dismissed it. */
    async setAside({ problem, ...window }: UnreadWindow, at: Date): Promise<void> {
      const { from, to } = inWholeSeconds(window);
      await db.query(SET_ASIDE, [windowId({ from, to }), from, to, problem, at]);
    },
    /** Read again later, but not left out of other windows. */
    postpone: (id: string) => db.query(POSTPONE, [id]),
    /** Windows that cannot be read, or were dismissed, and overlap this one. */
    async unreadIn({ from, to }: Window): Promise<readonly (Window & { readonly id: string })[]> {
      return (await db.query<ClosedWindow>(prepared(UNREAD, [from, to]))).rows;
    },
    async countUnread(): Promise<number> {
      return (await db.query<{ count: number }>(COUNT_UNREAD)).rows[0]?.count ?? 0;
    },
    async findUnread(id: string): Promise<UnclearPayment | null> {
      const { rows } = await db.query<UnreadRow>(`${SHOWN} and id = $1`, [id]);
      return rows[0] ? toUnclear(rows[0]) : null;
    },
    async listUnread(limit: number): Promise<readonly UnclearPayment[]> {
      const text = `${SHOWN} order by problem_since, id limit $1`;
      return (await db.query<UnreadRow>(text, [limit])).rows.map(toUnclear);
    },
    /** False when there is none that cannot be read. */
    async dismiss(id: string): Promise<boolean> {
      return (await db.query(DISMISS, [id])).rowCount === 1;
    },
  };
}

function toUnclear({ from, to, ...unread }: UnreadRow): UnclearPayment {
  const payment = { endToEndId: null, txid: null, paidCents: null, paidAt: null };
  return { ...unread, ...payment, window: { from, to } };
}
