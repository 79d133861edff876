import type { ClientBase, Pool } from 'pg';
import type { ScheduledPayment } from '../ports.ts';

const INSERT = {
  name: 'insert-scheduled-payment',
  text: `
  insert into scheduled_payment (txid, script_key, value_cents, times, notify, force, due_at)
  values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (script_key) do nothing`,
};

const NEXT_DUE = {
  name: 'next-scheduled-payment',
  text: `
  delete from scheduled_payment
   where id = (
         select id
           from scheduled_payment
          where due_at <= $1
          order by due_at
          limit 1
            for update skip locked)
  returning txid, script_key, value_cents, times, notify, force, due_at`,
};

type Row = {
  txid: string;
  script_key: string | null;
  value_cents: number;
  times: number;
  notify: boolean;
  force: boolean;
  due_at: Date;
};

export async function schedule(db: Pool, payment: ScheduledPayment): Promise<void> {
  const { txid, scriptKey, valueCents, times, notify, force, dueAt } = payment;
  const values = [txid, scriptKey, valueCents, times, notify, force, dueAt];
  await db.query({ ...INSERT, values });
}

/** Rolled back, the row is there again for the next replica. */
export async function nextDue(tx: ClientBase, now: Date): Promise<ScheduledPayment | null> {
  const { rows } = await tx.query<Row>({ ...NEXT_DUE, values: [now] });
  const [row] = rows;
  if (row === undefined) return null;
  return {
    txid: row.txid,
    scriptKey: row.script_key,
    valueCents: row.value_cents,
    times: row.times,
    notify: row.notify,
    force: row.force,
    dueAt: row.due_at,
  };
}
