import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import type { ClientBase, Pool } from 'pg';
import type { SuspenseItem } from '../domain/suspense.ts';
import { SUSPENSE_COLUMNS, type SuspenseRow, toItem } from './suspense-store.ts';

/**
 * Often at first, then less and less: some banks take days. Never before the last claim has
 * timed out, so that no two ask the bank for the same return at once.
 */
const CLAIM = {
  name: 'claim-returns',
  text: `
  update suspended_payment
     set ask_at = now() + least(interval '10 minutes', greatest(interval '15 seconds', (now() - resolved_at) / 10))
   where exception_id = any (array(
           select exception_id from suspended_payment
            where resolution = 'REFUNDING' and ask_at <= now()
            order by ask_at
            limit $1
              for update skip locked))
  returning ${SUSPENSE_COLUMNS}`,
};

const RETURNED = {
  name: 'mark-returned',
  text: `update suspended_payment set resolution = 'REFUNDED' where exception_id = $1`,
};

const REFUSED = {
  name: 'mark-return-refused',
  text: `
  update suspended_payment
     set resolution = null, resolved_at = null, asked_cents = null, refusals = refusals + 1, failure = $2
   where exception_id = $1`,
};

export async function claimReturns(db: Pool, limit: number): Promise<readonly SuspenseItem[]> {
  const { rows } = await transactAs(db, EVERY_ACCOUNT, (tx) =>
    tx.query<SuspenseRow>({ ...CLAIM, values: [limit] }),
  );
  return rows.map(toItem);
}

export async function endReturn(
  tx: ClientBase,
  exceptionId: string,
  refusal: string | null,
): Promise<void> {
  if (refusal === null) await tx.query({ ...RETURNED, values: [exceptionId] });
  else await tx.query({ ...REFUSED, values: [exceptionId, refusal] });
}
