import { textArray, uuidArray } from '@entrada/platform/db/array-parameter';
import { prepared } from '@entrada/platform/db/prepared';
import { EVERY_ACCOUNT, queryAs } from '@entrada/platform/db/scope';
import { requestRetry } from '@entrada/platform/events/parked';
import type { ClientBase, Pool } from 'pg';
import {
  NOT_RETURNED,
  type Refund,
  type ReturnName,
  type ReturnOnBooks,
  returnTransactionId,
} from '../domain/payment-return.ts';
import { WAITS_FOR_PAYMENT } from '../domain/plan-events.ts';
import { type IdOf, MovementKind } from '../domain/posting.ts';
import type { SuspenseItem } from '../domain/suspense.ts';
import { SUSPENSE_COLUMNS } from './suspense-store.ts';

/** A refund that ended without a hold has no entries. The limit keeps it one index look-up per id. */
const ON_BOOKS = `
  select wanted.name, t.kind, t.reference as "refundId", t.holder_id as "accountId", t.charge_id as "chargeId",
         t.payment_link_id as "paymentLinkId", t.end_to_end_id as "endToEndId",
         coalesce((select e.amount_cents from entry e
                    where e.transaction_id = t.id and e.account = 'refunds' limit 1), 0) as "valueCents"
    from unnest($1::text[], $2::uuid[]) as wanted (name, id),
         lateral (select * from ledger_transaction where id = wanted.id limit 1) as t`;

/** Often at first, then less and less: some banks take days. */
const CLAIM = `
  update suspended_payment
     set ask_at = now() + least(interval '10 minutes', greatest(interval '15 seconds', (now() - resolved_at) / 10))
   where exception_id = any (array(
           select exception_id from suspended_payment
            where resolution = 'REFUNDING' and ask_at <= now()
            order by ask_at
            limit $1
              for update skip locked))
  returning ${SUSPENSE_COLUMNS}`;

/** Undecided again. */
const FAILED = `
  update suspended_payment
     set resolution = null, resolved_at = null, asked_cents = null, return_id = null, failure = $3
   where end_to_end_id = $1 and return_id = $2 and resolution = 'REFUNDING'`;

/**
 * Payments come before their returns in the order of their key; only a restore or a discarded record changes that. A
 * payment that came under the key of its return is parked behind it: both are tried together, once for each that came.
 */
const WAITING = `
  select distinct p.topic, p.key
    from parked_record p
   where p.consumer_group = 'ledger' and p.reason = 'unprocessable' and p.retry_requested_at is null
     and starts_with(p.detail, '${WAITS_FOR_PAYMENT}')
     and (exists (select from ledger_transaction t
                   where t.end_to_end_id = substr(split_part(p.detail, ' ', 1), length('${WAITS_FOR_PAYMENT}') + 1)
                     and t.kind in ('DEPOSIT', 'SUSPENSE'))
          or p.attempts <= (select count(*) from parked_record behind
                             where behind.consumer_group = p.consumer_group and behind.topic = p.topic
                               and behind.key = p.key and behind.id > p.id))
   limit 100`;

const DECIDED = `
  select from suspended_payment where end_to_end_id = $1 and return_id = $2 and resolution = 'REFUNDING'`;

type Row = Refund & { readonly name: string; readonly kind: MovementKind };

/** By the id of the transaction that books it: what was held, released or booked for each. */
export async function findReturns(
  tx: ClientBase,
  wanted: readonly ReturnName[],
  idOf: IdOf,
): Promise<ReadonlyMap<string, ReturnOnBooks>> {
  if (wanted.length === 0) return new Map();
  const looks = wanted.flatMap((one) => {
    const name = returnTransactionId(one, idOf);
    const ids = [idOf('refund-hold', one.returnId), idOf('refund-release', one.returnId), name];
    return ids.map((id) => ({ name, id }));
  });
  const values = [textArray(looks.map(({ name }) => name)), uuidArray(looks.map(({ id }) => id))];
  const { rows } = await tx.query<Row>(prepared(ON_BOOKS, values));
  const found = new Map<string, ReturnOnBooks>();
  for (const row of rows) {
    found.set(row.name, withRow(found.get(row.name) ?? NOT_RETURNED, row));
  }
  return found;
}

function withRow(known: ReturnOnBooks, { name: _, kind, ...refund }: Row): ReturnOnBooks {
  if (kind === MovementKind.RefundRelease) return { ...known, isReleased: true };
  if (kind === MovementKind.RefundHold) return { ...known, held: refund };
  return { ...known, isBooked: true };
}

/** Returns that have not ended and are due to be asked about; each is claimed once a turn. */
export async function claimReturns(db: Pool, limit: number): Promise<readonly SuspenseItem[]> {
  const { rows } = await queryAs<SuspenseItem>(db, EVERY_ACCOUNT, prepared(CLAIM, [limit]));
  return rows;
}

/** The return that was decided has failed: the payment is undecided again. */
export async function reopenSuspended(
  tx: ClientBase,
  { endToEndId, returnId }: ReturnName,
  failure: string,
): Promise<void> {
  await tx.query(prepared(FAILED, [endToEndId, returnId, failure]));
}

/** False after a restore that lost the decision, and once it has ended or another one was made. */
export async function isReturnDecided(
  db: Pool,
  { endToEndId, returnId }: Omit<ReturnName, 'bankReturnId'>,
): Promise<boolean> {
  const { rowCount } = await queryAs(db, EVERY_ACCOUNT, prepared(DECIDED, [endToEndId, returnId]));
  return rowCount === 1;
}

/** Retries returns whose payment has come. */
export async function retryWaitingReturns(db: Pool): Promise<boolean> {
  type Key = { topic: string; key: string };
  const { rows } = await queryAs<Key>(db, EVERY_ACCOUNT, { text: WAITING });
  for (const key of rows) await requestRetry(db, { group: 'ledger', ...key });
  return false;
}
