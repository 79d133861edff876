import type { Pool } from 'pg';

/** A charge may be made by a clock that is ahead of that of the database. */
const CLOCK_SKEW_MAX = `interval '5 minutes'`;

const HAS_TABLE = `select to_regclass('restore') is not null as ready`;

const NOTE = 'insert into restore (restored_to) values ($1)';

const IS_RESTORED = {
  name: 'is-charge-restored',
  text: `
  select recovered_at is not null
         or coalesce(created_at <= (select max(noted_at) + ${CLOCK_SKEW_MAX} from restore), false) as restored
    from charge where id = $1`,
};

/** This database was restored to what it was then; `isRestored` of a charge follows from it. */
export async function noteRestore(db: Pool, restoredTo: Date): Promise<void> {
  await db.query(NOTE, [restoredTo]);
}

/** False in a database that has to be migrated first. */
export async function canNoteRestore(db: Pool): Promise<boolean> {
  return (await db.query<{ ready: boolean }>(HAS_TABLE)).rows[0]?.ready ?? false;
}

/** A query of its own: as part of every read of a charge it made those a sixth slower. */
export async function isRestored(db: Pool, chargeId: string): Promise<boolean> {
  type Row = { restored: boolean };
  const { rows } = await db.query<Row>({ ...IS_RESTORED, values: [chargeId] });
  return rows[0]?.restored ?? false;
}
