import { prepared } from '@entrada/platform/db/prepared';
import type { ClientBase, Pool } from 'pg';
import type { PlannedPayment } from '../domain/script.ts';

export type ScheduledPayment = PlannedPayment & {
  /** Of two with the same key only the first is kept. */
  readonly scriptKey: string | null;
  readonly notify: boolean;
  readonly force: boolean;
};

const INSERT = `
  insert into scheduled_payment (txid, script_key, value_cents, times, notify, force, due_at)
  values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (script_key) do nothing`;

const NEXT_DUE = `
  delete from scheduled_payment
   where id = (
         select id
           from scheduled_payment
          where due_at <= $1
          order by due_at
          limit 1
            for update skip locked)
  returning txid, script_key as "scriptKey", value_cents as "valueCents", times, notify, force, due_at as "dueAt"`;

export async function schedule(db: Pool, payment: ScheduledPayment): Promise<void> {
  const { txid, scriptKey, valueCents, times, notify, force, dueAt } = payment;
  const values = [txid, scriptKey, valueCents, times, notify, force, dueAt];
  await db.query(prepared(INSERT, values));
}

/** Takes one payer who is due off the schedule, out of reach of the other replicas. Rolled back, the row is there again for the next replica. */
export async function nextDue(tx: ClientBase, now: Date): Promise<ScheduledPayment | null> {
  const { rows } = await tx.query<ScheduledPayment>(prepared(NEXT_DUE, [now]));
  return rows[0] ?? null;
}
