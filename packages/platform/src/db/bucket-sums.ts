import type { ClientBase } from 'pg';
import { timestamptzArray } from './array-parameter.ts';
import { layoutOf, type PartKind } from './bucket-layout.ts';

/** Tables with the sums of an owner per UTC hour, and per 24 of them that begin at 03:00 UTC. */
type SumTables = {
  readonly owner: string;
  readonly hours: string;
  readonly days: string;
  readonly columns: readonly string[];
};

/**
 * Two rows, however many sums are found, because a row costs our side more than its numbers do. For
 * the owner $1: the stored days from $2 to $3, and the hours of each edge from $4 to $5, added up.
 */
export function bucketParts({ owner, hours, days, columns }: SumTables): string {
  const sums = columns.map((name) => `sum(${name}) as ${name}`).join(', ');
  return `
    ${partsOf('day', 'extract(epoch from day)', columns)}
      from ${days}
     where ${owner} = $1 and day >= $2 and day < $3
    union all
    ${partsOf('edge', 'edge', columns)}
      from unnest($4::timestamptz[], $5::timestamptz[]) with ordinality as edges (since, until, edge)
     cross join lateral (select ${sums}
                           from ${hours}
                          where ${owner} = $1 and hour >= since and hour < until
                         having count(*) > 0) as added`;
}

/** The beginning of a select of parts: one row with an array of each column. */
export function partsOf(kind: PartKind, key: string, columns: readonly string[]): string {
  const arrays = columns.map((name) => `array_agg(${name}::bigint) as ${name}`);
  return `select '${kind}' as kind, array_agg((${key})::bigint) as key, ${arrays.join(', ')}`;
}

/** The beginning of the stored day that a time is in. */
export function dayOf(time: string): string {
  return `date_bin('1 day', ${time}, '2000-01-01T03:00:00Z')`;
}

/** Planning takes longer than reading, and no value makes another plan better than that by the primary keys. */
export const BUCKET_SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
};

type Statement<Column extends string> = {
  readonly name: string;
  /** `bucketParts`, and other parts. */
  readonly text: string;
  readonly columns: readonly Column[];
};
type Buckets = { readonly owner: string; readonly starts: readonly Date[]; readonly end: Date };
type Parts = Readonly<Record<string, readonly number[] | null>>;
type PartsRow = Parts & { readonly kind: never; readonly key: readonly number[] | null };

/** One for each of the rising starts: what was counted from it to the next, or to the end. */
export async function sumBuckets<Column extends string>(
  tx: ClientBase,
  { name, text, columns }: Statement<Column>,
  { owner, starts, end }: Buckets,
): Promise<readonly (Record<Column, number> & { readonly start: Date })[]> {
  const { firstDay, endDay, edges, sharesOf } = layoutOf([...starts, end]);
  const since = timestamptzArray(edges.map((edge) => edge.since));
  const until = timestamptzArray(edges.map((edge) => edge.until));
  const values = [owner, firstDay, endDay, since, until];
  const { rows } = await tx.query<PartsRow>({ name, text, values });
  const sums = starts.map(() => columns.map(() => 0));
  for (const row of rows) {
    const found = columns.map((column) => row[column] ?? []);
    row.key?.forEach((key, position) => {
      for (const { bucket, sign } of sharesOf(row.kind, key)) {
        const sum = sums[bucket];
        for (const [column, numbers] of found.entries()) {
          add(sum, column, sign * (numbers[position] ?? Number.NaN));
        }
      }
    });
  }
  return starts.map((start, bucket) => {
    const named = columns.map((column, index) => [column, sums[bucket]?.[index]]);
    return { start, ...Object.fromEntries(named) };
  });
}

function add(sums: number[] | undefined, column: number, amount: number): void {
  if (!sums) return;
  const sum = (sums[column] ?? 0) + amount;
  if (!Number.isSafeInteger(sum)) throw new RangeError(`sum outside the safe range: ${sum}`);
  sums[column] = sum;
}
