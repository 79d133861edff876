import { uuidArray } from '@entrada/platform/db/array-parameter';
import { pageOf } from '@entrada/platform/db/page';
import { prepared } from '@entrada/platform/db/prepared';
import { queryAs, transactAs } from '@entrada/platform/db/scope';
import { isUniqueViolation, transact } from '@entrada/platform/db/transaction';
import { traceParent } from '@entrada/platform/telemetry/spans';
import type { ClientBase, Pool, QueryConfig } from 'pg';
import { type Charge, type Creation, overdueAt } from '../domain/charge.ts';
import type { LimitUse } from '../domain/terms.ts';
import type { ChargeFilter, LinkStatus } from '../domain/views.ts';
import { IN_ORDER_OF_INDEX, listCharges } from './list-charges.ts';
import {
  CHARGE_COLUMNS,
  type ChargeRow,
  chargeHint,
  type Db,
  type NoteChanges,
  toCharge,
  traceId,
} from './rows.ts';
import { countVelocity } from './terms-store.ts';

const INTO = `
  insert into charge (id, account_id, payment_link_id, txid, emv, value_cents, original_value_cents,
                      fee_cents, status, created_at, expires_at, external_id, description, fee_plan,
                      check_at, changed_at, created_trace, metadata, requested_by,
                      created_traceparent)`;
const VALUES =
  '$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $10, $16, $17, $18, $19';

const INSERT = `${INTO} values (${VALUES})`;

/** Inserts nothing for a request that another process has forgotten: that may have made another charge. */
const INSERT_FOR_REQUEST = `
  with request as (
    update create_request set done = true
     where account_id = $2 and key = $20 and charge_id = $1
    returning key
  )
  ${INTO} select ${VALUES} from request`;

const FIND_BY_ID = `select ${CHARGE_COLUMNS} from charge where id = $1`;

const FIND_BY_LINK = `select ${CHARGE_COLUMNS} from charge where payment_link_id = $1`;

const FIND_STATUSES = `
  select payment_link_id as "paymentLinkId", status, received_cents as "receivedCents"
    from charge
   where payment_link_id = any($1::uuid[])`;

const FIND_OWN = `${FIND_BY_LINK} and account_id = $2`;

/** With `any` Postgres would plan it anew each time, which takes longer than to run it. */
const FIND_BY_TXIDS = `
  select found.*
    from unnest($1::text[]) as wanted (txid),
         lateral (select ${CHARGE_COLUMNS} from charge where txid = wanted.txid limit 1) as found`;

const FIND_BY_EXTERNAL_ID = `select ${CHARGE_COLUMNS} from charge where account_id = $1 and external_id = $2`;

const LOCK_BY_ID = `select ${CHARGE_COLUMNS} from charge where id = $1 for update`;

const CHECK_BY = `update charge set check_at = least(check_at, $2) where id = $1 and status = 'PENDING'`;

/** The longer a charge is overdue the less often it is asked for, at first once a minute. */
const CLAIM_OVERDUE = `
  update charge
     set check_at = $1::timestamptz + greatest(interval '1 minute', ($1::timestamptz - expires_at) / 10)
   where id = any (array(
           select id from charge
            where status = 'PENDING' and check_at <= $1
            order by check_at
            limit $2
              for update skip locked))
  returning ${CHARGE_COLUMNS}`;

export function chargeStore(db: Pool, note: NoteChanges) {
  return {
    /**
     * With a request it also marks that as done, in the same commit. `TAKEN`: an id or the externalId exists, or the request
     * is no longer ours; nothing is written.
     */
    async insert(charge: Charge, by: Creation): Promise<'INSERTED' | 'TAKEN' | 'LIMIT_REACHED'> {
      try {
        if (!by.counted) await insertOnce(db, insertion(charge, by));
        else if (!(await insertCounted(db, by.counted, insertion(charge, by))))
          return 'LIMIT_REACHED';
        note([chargeHint(charge)]);
        return 'INSERTED';
      } catch (error) {
        if (error instanceof RequestGone || isUniqueViolation(error)) return 'TAKEN';
        throw error;
      }
    },
    findById: (id: string) => findCharge(db, id),
    /** For the payer, who has nothing but the link. */
    findByLink: (paymentLinkId: string) => one(db, prepared(FIND_BY_LINK, [paymentLinkId])),
    /** For pages of payers; links that are unknown are left out. */
    async statusesOf(paymentLinkIds: readonly string[]): Promise<readonly LinkStatus[]> {
      const statement = prepared(FIND_STATUSES, [uuidArray(paymentLinkIds)]);
      return (await db.query<LinkStatus>(statement)).rows;
    },
    findOwn: (accountId: string, paymentLinkId: string) =>
      oneAs(db, accountId, prepared(FIND_OWN, [paymentLinkId, accountId])),
    findByExternalId: (accountId: string, externalId: string) =>
      oneAs(db, accountId, prepared(FIND_BY_EXTERNAL_ID, [accountId, externalId])),
    async findByTxids(txids: readonly string[]): Promise<readonly Charge[]> {
      if (txids.length === 0) return [];
      return many(db, prepared(FIND_BY_TXIDS, [txids]));
    },
    /** Makes a charge due for its check no later than `at`. */
    async checkBy(chargeId: string, at: Date): Promise<void> {
      await db.query(prepared(CHECK_BY, [chargeId, at]));
    },
    /** Pending charges whose time is over; each goes to one caller, and comes due again later. */
    claimOverdue: (now: Date, limit: number): Promise<readonly Charge[]> =>
      many(db, prepared(CLAIM_OVERDUE, [now, limit])),
    /** Null where the cursor is of another list. */
    async list(filter: ChargeFilter) {
      const { accountId, limit } = filter;
      const readOn = (tx: ClientBase) => listCharges(tx, { ...filter, limit: limit + 1 });
      const found = await transactAs(db, accountId, readOn, IN_ORDER_OF_INDEX);
      if (!found) return null;
      const placeOf = ({ createdAt: at, id }: Charge) => ({ at, id });
      const { rows: charges, next } = pageOf(found.charges, limit, placeOf);
      return { charges, next: next ?? found.scannedTo };
    },
  };
}

class RequestGone extends Error {}

async function insertOnce(db: Db, query: QueryConfig): Promise<void> {
  if ((await db.query(query)).rowCount === 0) throw new RequestGone();
}

/** The count and the charge commit together. */
function insertCounted(db: Pool, counted: LimitUse, query: QueryConfig): Promise<boolean> {
  return transact(db, async (tx) => {
    const limitReachedAt = await countVelocity(tx, counted);
    if (limitReachedAt !== null) return false;
    await insertOnce(tx, query);
    return true;
  });
}

function insertion(c: Charge, { request, requester }: Creation): QueryConfig {
  const ids = [c.id, c.accountId, c.paymentLinkId, c.txid, c.emv];
  const amounts = [c.value, c.originalValue, c.fee];
  const texts = [c.externalId, c.description, JSON.stringify(c.feePlan)];
  const state = [c.status, c.createdAt, c.expiresAt];
  const more = [overdueAt(c), traceId(), JSON.stringify(c.metadata), requester, traceParent()];
  const values = [...ids, ...amounts, ...state, ...texts, ...more];
  if (!request) return prepared(INSERT, values);
  return prepared(INSERT_FOR_REQUEST, [...values, request.key]);
}

export function findCharge(db: Pool, id: string): Promise<Charge | null> {
  return one(db, prepared(FIND_BY_ID, [id]));
}

/** No other transaction moves the charge until this one ends. */
export function lockCharge(tx: ClientBase, id: string): Promise<Charge | null> {
  return one(tx, prepared(LOCK_BY_ID, [id]));
}

async function one(db: Db, query: QueryConfig): Promise<Charge | null> {
  return (await many(db, query))[0] ?? null;
}

async function oneAs(db: Pool, accountId: string, query: QueryConfig): Promise<Charge | null> {
  const { rows } = await queryAs<ChargeRow>(db, accountId, query);
  return rows[0] ? toCharge(rows[0]) : null;
}

async function many(db: Db, query: QueryConfig): Promise<Charge[]> {
  const { rows } = await db.query<ChargeRow>(query);
  return rows.map(toCharge);
}
