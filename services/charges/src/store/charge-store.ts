import { uuidArray } from '@entrada/platform/db/array-parameter';
import { isUniqueViolation } from '@entrada/platform/db/is-unique-violation';
import { transactAs } from '@entrada/platform/db/scope';
import { transact } from '@entrada/platform/db/transaction';
import { traceParent } from '@entrada/platform/telemetry/trace-context';
import type { ClientBase, Pool } from 'pg';
import type { Charge, Creation } from '../domain/charge.ts';
import { overdueAt } from '../domain/expiry.ts';
import type { Counted } from '../domain/velocity.ts';
import type { LinkStatus } from '../domain/views.ts';
import type { Charges } from '../ports.ts';
import { IN_ORDER_OF_INDEX, listCharges } from './list-charges.ts';
import { insertChargeAgain, reusedExternalIds } from './recovery-store.ts';
import { isRestored } from './restore-store.ts';
import { CHARGE_COLUMNS, type ChargeRow, type Db, toCharge, traceId } from './rows.ts';
import { countVelocity } from './velocity-store.ts';

const INTO_CHARGE = `
  insert into charge (id, account_id, payment_link_id, txid, emv, value_cents, original_value_cents,
                      fee_cents, status, created_at, expires_at, external_id, description, fee_plan,
                      check_at, changed_at, created_trace, metadata, requested_by,
                      created_traceparent)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $10, $16, $17, $18,
          $19)`;

const INSERT = { name: 'insert-charge', text: INTO_CHARGE };

const INSERT_FOR_REQUEST = {
  name: 'insert-charge-for-request',
  text: `
  with request as (
    update create_request set done = true where account_id = $2 and key = $20
  )
  ${INTO_CHARGE}`,
};

const FIND_BY_ID = {
  name: 'find-charge',
  text: `select ${CHARGE_COLUMNS} from charge where id = $1`,
};

const FIND_BY_LINK = {
  name: 'find-charge-by-link',
  text: `select ${CHARGE_COLUMNS} from charge where payment_link_id = $1`,
};

const FIND_STATUSES = {
  name: 'find-statuses-by-link',
  text: `
  select payment_link_id as "paymentLinkId", status, received_cents as "receivedCents"
    from charge
   where payment_link_id = any($1::uuid[])`,
};

const FIND_OWN = {
  name: 'find-own-charge',
  text: `${FIND_BY_LINK.text} and account_id = $2`,
};

const FIND_BY_TXIDS = {
  name: 'find-charges-by-txid',
  text: `select ${CHARGE_COLUMNS} from charge where txid = any($1::text[])`,
};

const FIND_BY_EXTERNAL_ID = {
  name: 'find-charge-by-external-id',
  text: `select ${CHARGE_COLUMNS} from charge where account_id = $1 and external_id = $2`,
};

const LOCK_BY_ID = {
  name: 'lock-charge',
  text: `select ${CHARGE_COLUMNS} from charge where id = $1 for update`,
};

const CHECK_BY = {
  name: 'check-charge-by',
  text: `update charge set check_at = least(check_at, $2) where id = $1 and status = 'PENDING'`,
};

/** The longer a charge is overdue the less often it is asked for, at first once a minute. */
const CLAIM_OVERDUE = {
  name: 'claim-overdue-charges',
  text: `
  update charge
     set check_at = $1::timestamptz + greatest(interval '1 minute', ($1::timestamptz - expires_at) / 10)
   where id = any (array(
           select id from charge
            where status = 'PENDING' and check_at <= $1
            order by check_at
            limit $2
              for update skip locked))
  returning ${CHARGE_COLUMNS}`,
};

export function chargeStore(db: Pool): Charges {
  return {
    async insert(charge, by) {
      try {
        if (!by.counted) await db.query(insertion(charge, by));
        else if (!(await insertCounted(db, by.counted, insertion(charge, by))))
          return 'LIMIT_REACHED';
        return 'INSERTED';
      } catch (error) {
        if (isUniqueViolation(error)) return 'TAKEN';
        throw error;
      }
    },
    insertAgain: (charge, at) => insertChargeAgain(db, charge, at),
    reusedExternalIds: (from) => reusedExternalIds(db, from),
    isRestored: (chargeId) => isRestored(db, chargeId),
    findById: (id) => one(db, { ...FIND_BY_ID, values: [id] }),
    findByLink: (paymentLinkId) => one(db, { ...FIND_BY_LINK, values: [paymentLinkId] }),
    async statusesOf(paymentLinkIds) {
      const statement = { ...FIND_STATUSES, values: [uuidArray(paymentLinkIds)] };
      return (await db.query<LinkStatus>(statement)).rows;
    },
    findOwn: (accountId, paymentLinkId) =>
      transactAs(db, accountId, (tx) =>
        one(tx, { ...FIND_OWN, values: [paymentLinkId, accountId] }),
      ),
    findByExternalId: (accountId, externalId) =>
      transactAs(db, accountId, (tx) =>
        one(tx, { ...FIND_BY_EXTERNAL_ID, values: [accountId, externalId] }),
      ),
    async findByTxids(txids) {
      if (txids.length === 0) return [];
      return many(db, { ...FIND_BY_TXIDS, values: [txids] });
    },
    async checkBy(chargeId, at) {
      await db.query({ ...CHECK_BY, values: [chargeId, at] });
    },
    claimOverdue: (now, limit) => many(db, { ...CLAIM_OVERDUE, values: [now, limit] }),
    list: (filter) =>
      transactAs(db, filter.accountId, (tx) => listCharges(tx, filter), IN_ORDER_OF_INDEX),
  };
}

/** The count and the charge commit together. */
function insertCounted(db: Pool, counted: Counted, query: Query): Promise<boolean> {
  return transact(db, async (tx) => {
    if (await countVelocity(tx, counted)) return false;
    await tx.query(query);
    return true;
  });
}

function insertion(c: Charge, { request, requester }: Creation): Query {
  const ids = [c.id, c.accountId, c.paymentLinkId, c.txid, c.emv];
  const amounts = [c.value, c.originalValue, c.fee];
  const texts = [c.externalId, c.description, JSON.stringify(c.feePlan)];
  const state = [c.status, c.createdAt, c.expiresAt];
  const more = [overdueAt(c), traceId(), JSON.stringify(c.metadata), requester, traceParent()];
  const values = [...ids, ...amounts, ...state, ...texts, ...more];
  if (!request) return { ...INSERT, values };
  return { ...INSERT_FOR_REQUEST, values: [...values, request.key] };
}

export function lockCharge(tx: ClientBase, id: string): Promise<Charge | null> {
  return one(tx, { ...LOCK_BY_ID, values: [id] });
}

type Query = { name: string; text: string; values: unknown[] };

async function one(db: Db, query: Query): Promise<Charge | null> {
  return (await many(db, query))[0] ?? null;
}

async function many(db: Db, query: Query): Promise<Charge[]> {
  const { rows } = await db.query<ChargeRow>(query);
  return rows.map(toCharge);
}
