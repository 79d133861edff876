import type { ClientBase, Pool } from 'pg';
import { timestamptzArray } from './array-parameter.ts';
import { prepared } from './prepared.ts';
import { columnOf } from './row-parameters.ts';
import { EVERY_ACCOUNT, queryAs, transactAs } from './scope.ts';

/**
 * Hourly totals that follow an append-only table a few seconds behind: a job folds new rows into sums per owner and UTC
 * hour, in the transaction that moves the cursor, so each row counts once whatever crashes. The cursor passes a row only
 * when every transaction that could still commit a lower id has ended. The table's `id` comes from a sequence.
 */
type TotalsSource = {
  /** The append-only table, which also names its row of `totals_cursor`. */
  readonly table: string;
  /** The column of the sequence, if it is not `id`. */
  readonly id?: string;
  /** The column of its time, which it is given before its id, if that is not `at`. */
  readonly at?: string;
  /** Adds the rows whose id is above $1 and at most $2 to the totals. Returns a `changed` text: what to hint at. */
  readonly fold: string;
};

const ROWS_MAX = 10_000;

/** A transaction that writes to a table has this lock from before its rows get their ids until it has ended. */
const writersOf = (table: string) => `
  select virtualtransaction from pg_locks
   where locktype = 'relation' and mode = 'RowExclusiveLock' and relation = '${table}'::regclass
     and database = (select oid from pg_database where datname = current_database())`;

const takeCursorOf = (table: string) => `
  select folded_to, next_to
    from totals_cursor
   where source = $1
     and (next_writers = '{}' or not next_writers && array(${writersOf(table)}))
     for update skip locked`;

const MOVE_CURSOR = 'update totals_cursor set folded_to = $2 where source = $1';

/** Folds on at once where no transaction can still commit a lower id. */
const raiseCursorOf = (table: string, id: string) => `
  update totals_cursor
     set folded_to = next_to, folded_at = next_at, next_at = now(),
         next_to = coalesce((select max(${id}) from ${table}), 0),
         next_writers = array(${writersOf(table)})
   where source = $1
  returning next_to > folded_to and next_writers = '{}' as "isMore"`;

/** Sources with rows that are not folded. An idle system asks no more than this. */
const unfoldedOf = (sources: readonly TotalsSource[]) => {
  const newest = ({ table, id = 'id' }: TotalsSource) =>
    `when '${table}' then (select coalesce(max(${id}), 0) from ${table})`;
  return `
  select source from totals_cursor
   where folded_to < case source ${sources.map(newest).join(' ')} end`;
};

/** The rows between two ids are found by their index, whatever the statistics say. */
const BY_INDEX = { enable_seqscan: 'off' };

/**
 * Folds the rows that may be folded now, one source after the other, and notes what changed once that is committed. True
 * when there are more; a second replica that folds at the same time does nothing.
 */
export function foldTotals(
  pool: Pool,
  sources: readonly TotalsSource[],
  noteChanges: (changes: readonly string[]) => void,
): () => Promise<boolean> {
  const unfolded = unfoldedOf(sources);
  const folds = sources.map((source) => ({ ...source, foldNext: foldNextOf(source) }));
  return async () => {
    type Row = { source: string };
    const { rows } = await queryAs<Row>(pool, EVERY_ACCOUNT, prepared(unfolded), BY_INDEX);
    let isMoreOfAny = false;
    for (const { table, foldNext } of folds) {
      if (!rows.some(({ source }) => source === table)) continue;
      const { changes, isMore } = await transactAs(pool, EVERY_ACCOUNT, foldNext, BY_INDEX);
      noteChanges(changes);
      isMoreOfAny ||= isMore;
    }
    return isMoreOfAny;
  };
}

function foldNextOf({ table, id = 'id', fold }: TotalsSource) {
  const takeCursor = takeCursorOf(table);
  const raiseCursor = raiseCursorOf(table, id);
  const foldBetween = async (tx: ClientBase, from: number, to: number): Promise<string[]> => {
    if (from === to) return [];
    const { rows } = await tx.query<{ changed: string }>(prepared(fold, [from, to]));
    return rows.map(({ changed }) => changed);
  };
  return async (tx: ClientBase) => {
    type Cursor = { folded_to: number; next_to: number };
    const { rows } = await tx.query<Cursor>(prepared(takeCursor, [table]));
    const [cursor] = rows;
    if (!cursor) return { changes: [], isMore: false };
    const to = Math.min(cursor.next_to, cursor.folded_to + ROWS_MAX);
    const changes = await foldBetween(tx, cursor.folded_to, to);
    if (to < cursor.next_to) {
      await tx.query(prepared(MOVE_CURSOR, [table, to]));
      return { changes, isMore: true };
    }
    const raised = await tx.query<{ isMore: boolean }>(prepared(raiseCursor, [table]));
    return { changes, isMore: raised.rows[0]?.isMore ?? false };
  };
}

type HoursTable<Name extends string> = {
  readonly table: string;
  /** The column of the owner. */
  readonly owner: string;
  /** The sums, as the domain names them: `paidCents` is kept in paid_cents. */
  readonly columns: readonly Name[];
};
type Window = { readonly from: Date; readonly to: Date };
type Sums<Name extends string> = Record<Name, number>;
type Hour<Name extends string> = Sums<Name> & { readonly hour: Date };

/** Planning takes longer than reading, and no plan is better than the one by the primary key. */
export const TOTALS_SETTINGS = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' };

/** Everything that was committed at `asOf` is in the sums. */
type Totals<Name extends string> = {
  readonly asOf: Date;
  readonly hours: readonly Readonly<Hour<Name>>[];
};

/** Reads the sums of an account: from each of `starts`, which rise, to the next, or without any of the hours that have some. */
export function totalsReader<Name extends string>(
  { table, owner: ownerColumn, columns }: HoursTable<Name>,
  sources: readonly TotalsSource[],
) {
  const sums = columns.map((name) => `sum(${columnOf(name)})::bigint as "${name}"`).join(', ');
  const inWindow = `from ${table} where ${ownerColumn} = $1 and hour >= $2 and hour < $3`;
  const ofHours = `select hour, ${sums} ${inWindow} group by hour order by hour`;
  const ofBuckets = `
    select width_bucket(hour, $4::timestamptz[]) as bucket, ${sums} ${inWindow} group by 1`;
  const none = Object.fromEntries(columns.map((name) => [name, 0]));
  return (
    pool: Pool,
    owner: string,
    { from, to }: Window,
    starts: readonly Date[] = [],
  ): Promise<Totals<Name>> => {
    const bounds = [owner, from, to];
    const read = async (tx: ClientBase): Promise<readonly Hour<Name>[]> => {
      if (starts.length === 0) return (await tx.query<Hour<Name>>(prepared(ofHours, bounds))).rows;
      const values = [...bounds, timestamptzArray(starts)];
      const { rows } = await tx.query<Sums<Name> & { bucket: number }>(prepared(ofBuckets, values));
      const found = new Map(rows.map(({ bucket, ...sum }) => [bucket, sum]));
      return starts.map(
        (hour, index) => ({ ...none, ...found.get(index + 1), hour }) as Hour<Name>,
      );
    };
    const readOn = async (tx: ClientBase) => {
      // Before the sums, so that they have no less.
      const times: Date[] = [];
      for (const source of sources) times.push(await totalsAsOf(tx, source));
      const asOf = new Date(Math.min(...times.map((time) => time.getTime())));
      return { asOf, hours: await read(tx) };
    };
    return transactAs(pool, owner, readOn, TOTALS_SETTINGS);
  };
}

const asOfOf = ({ table, id = 'id', at = 'at' }: Omit<TotalsSource, 'fold'>) => `
  select case when unfolded.at is null then now()
              when unfolded.at > now() then greatest(folded_at, 'epoch') -- of a clock that is ahead
              else greatest(folded_at, unfolded.at) end as at
    from totals_cursor
    left join lateral (
         select ${at} as at from ${table} where ${id} > folded_to order by ${id} limit 1) as unfolded on true
   where source = '${table}'`;

/**
 * When the transaction began, if every row that it may see is folded; otherwise the time of the first row that is not:
 * the others were committed later. Totals that are read afterwards may have more rows, but no less.
 */
export async function totalsAsOf(
  tx: ClientBase,
  source: Omit<TotalsSource, 'fold'>,
): Promise<Date> {
  const { rows } = await tx.query<{ at: Date }>(prepared(asOfOf(source)));
  if (!rows[0]) throw new Error(`the totals of ${source.table} have no cursor`);
  return rows[0].at;
}
