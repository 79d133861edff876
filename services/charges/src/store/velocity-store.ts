import type { ClientBase } from 'pg';
import type { Counted, Made } from '../domain/velocity.ts';

const MADE = `
  select made, cents from velocity_day where account_id = $1 and kind = $2 and day = $3`;

/**
 * Adds one, unless that is beyond a limit. Writers of one account take turns on the row, and one that waited sees
 * what the others have added.
 */
const COUNT = `
  insert into velocity_day (account_id, kind, day, made, cents)
  select $1, $2, $3, 1, $4::bigint
   where 1 <= coalesce($5::bigint, 1) and $4 <= coalesce($6::bigint, $4)
      on conflict (account_id, kind, day) do update
     set made = velocity_day.made + 1, cents = velocity_day.cents + excluded.cents
   where velocity_day.made + 1 <= coalesce($5, velocity_day.made + 1)
     and velocity_day.cents + excluded.cents <= coalesce($6, velocity_day.cents + excluded.cents)`;

const UNCOUNT_REFUND = `
  update velocity_day
     set made = made - 1, cents = cents - refund.value_cents
    from refund
   where refund.id = $1
     and velocity_day.account_id = refund.account_id
     and kind = 'refund'
     and day = refund.counted_on`;

export async function madeOn(
  db: Pick<ClientBase, 'query'>,
  { accountId, kind, day }: Counted,
): Promise<Made> {
  const { rows } = await db.query<Made>(MADE, [accountId, kind, day]);
  return rows[0] ?? { made: 0, cents: 0 };
}

/** Null: counted. Else what was made before: the limit is reached, and nothing was added. */
export async function countVelocity(tx: ClientBase, counted: Counted): Promise<Made | null> {
  const { accountId, kind, day, cents, limit } = counted;
  const values = [accountId, kind, day, cents, limit.madeMax, limit.centsMax];
  const { rowCount } = await tx.query(COUNT, values);
  return rowCount === 1 ? null : madeOn(tx, counted);
}

/** Takes a refund that has failed off what its day counts, if it was counted at all. */
export async function uncountRefund(tx: ClientBase, refundId: string): Promise<void> {
  await tx.query(UNCOUNT_REFUND, [refundId]);
}
