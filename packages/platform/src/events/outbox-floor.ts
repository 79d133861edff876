import type { Session } from '../db/session.ts';

// A transaction that writes to the outbox has this lock from before its rows get their ids until it
// has ended: then its rows are visible to everybody, or gone.
const WRITERS = `
  select virtualtransaction as writer
    from pg_locks
   where locktype = 'relation'
     and database = (select oid from pg_database where datname = current_database())
     and relation = 'outbox'::regclass
     and mode = 'RowExclusiveLock'
     and pid is distinct from pg_backend_pid()`;

const LOOK_EVERY_MS = 200;
/** How often a read ignores the floor, to find rows that were marked unpublished by hand. */
const WHOLE_READ_EVERY_MS = 60_000;

type Read = readonly { readonly id: string }[];

/**
 * The id up to which every row is published. Without it each read would go through the index entries
 * of all rows published so far, which stay as long as any session holds a snapshot, as a backup does
 * for hours.
 *
 * Ids are assigned in order, but rows may be committed in any order. So the floor is raised to the
 * highest id read only when every transaction that was writing at that time has ended, and a read
 * after that has found nothing below.
 */
export function openOutboxFloor(session: Pick<Session, 'query'>, nowMs: () => number = Date.now) {
  let floor = 0;
  let highest = 0;
  let observed = { upTo: 0, writers: new Set<string>() };
  let decidedUpTo = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let wholeReadAt = nowMs();

  return {
    value: () => floor,
    /** Where the next read begins. */
    readFrom(): number {
      if (nowMs() - wholeReadAt < WHOLE_READ_EVERY_MS) return floor;
      wholeReadAt = nowMs();
      return 0;
    },
    /** Raises the floor after a read; lowers it if a row below it was found. */
    learn(rows: Read): void {
      const first = rows[0] ? Number(rows[0].id) : Number.POSITIVE_INFINITY;
      floor = first <= floor ? first - 1 : Math.max(floor, Math.min(decidedUpTo, first - 1));
      highest = Math.max(highest, Number(rows.at(-1)?.id ?? 0));
    },
    /** Reads which transactions are writing, if the floor can rise and the last look is old enough. */
    async look(): Promise<void> {
      if (highest === floor || nowMs() - lookedAt < LOOK_EVERY_MS) return;
      lookedAt = nowMs();
      const upTo = highest;
      const { rows } = await session.query<{ writer: string }>(WRITERS);
      const writers = new Set(rows.map(({ writer }) => writer));
      if ([...observed.writers].some((writer) => writers.has(writer))) return;
      decidedUpTo = writers.size === 0 ? upTo : observed.upTo;
      observed = { upTo, writers };
    },
  };
}
