import type { Pool } from 'pg';

const TABLES = ['charge_move', 'payment_return', 'payment'];

/** As in a database that was restored to a point before the charge was made. */
export async function forgetCharge(db: Pool, id: string): Promise<void> {
  for (const table of TABLES) await db.query(`delete from ${table} where charge_id = $1`, [id]);
  await db.query('delete from outbox where key = $1', [id]);
  await db.query('delete from charge where id = $1', [id]);
}

/** As in a database that was restored to the point when the charge had just been made. */
export async function setBackToCreated(db: Pool, id: string): Promise<void> {
  const bringBack = await keepCharge(db, id);
  await forgetCharge(db, id);
  await bringBack();
}

/** Gives what inserts the charge as it was made, as an older backup does. */
export async function keepCharge(db: Pool, id: string): Promise<() => Promise<void>> {
  const { rows } = await db.query('select * from charge where id = $1', [id]);
  return () => insertAsCreated(db, rows[0]);
}

async function insertAsCreated(db: Pool, row: Record<string, unknown>): Promise<void> {
  const { fee_plan, ...lost } = row;
  const made = {
    ...lost,
    fee_plan: JSON.stringify(fee_plan),
    status: 'PENDING',
    paid_cents: null,
    paid_at: null,
    end_to_end_id: null,
    confirmed_at: null,
    paid_late: false,
    refunded_cents: 0,
    received_cents: 0,
    changed_by: 'create',
  };
  const names = Object.keys(made);
  const places = names.map((_name, index) => `$${index + 1}`);
  await db.query(
    `insert into charge (${names.join(', ')}) values (${places.join(', ')})`,
    Object.values(made),
  );
}
