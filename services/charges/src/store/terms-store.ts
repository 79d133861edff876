import { consumeApproval } from '@entrada/approvals/approvals';
import type { TwoPersonApproval } from '@entrada/approvals/decision';
import { prepared } from '@entrada/platform/db/prepared';
import { columnOf, namedColumns } from '@entrada/platform/db/row-parameters';
import { transactAs } from '@entrada/platform/db/scope';
import type { ClientBase, Pool } from 'pg';
import {
  type DayTotal,
  inForceAt,
  type LimitUse,
  TERMS_FIELDS,
  type TermsVersion,
} from '../domain/terms.ts';

const COLUMNS = `version, valid_from as "from", set_by as "operator", reason, set_at as "setAt", changes,
         ${namedColumns(TERMS_FIELDS)}`;

/** One look into the primary key: every new charge asks. */
const TAKEN_EFFECT = `
  select ${COLUMNS} from account_terms
   where account_id = $1 and valid_from <= $2
   order by valid_from, version
   limit $3`;

const LIST = `select ${COLUMNS} from account_terms where account_id = $1 order by version desc limit $2`;

/** Serializes changes of the terms of one account, over all replicas. */
const LOCK = `select pg_advisory_xact_lock(hashtextextended('account_terms:' || $1, 0))`;

const INSERT = `
  insert into account_terms
         (account_id, version, valid_from, set_by, reason, set_at, changes, ${TERMS_FIELDS.map(columnOf).join(', ')})
  values ($1, $2, $3, $4, $5, $6, $7, ${TERMS_FIELDS.map((_, index) => `$${index + 8}`).join(', ')})`;

const LIST_MAX = 1_000;

/** Versions of fee plan and limits that single accounts have. */
export function termsStore(db: Pool) {
  return {
    /** The version that holds at a time; null for the deployment's own. */
    async inForce(accountId: string, at: Date): Promise<TermsVersion | null> {
      const values = [accountId, at, LIST_MAX];
      const { rows } = await db.query<TermsVersion>(prepared(TAKEN_EFFECT, values));
      return inForceAt(rows, at);
    },
    /** Newest version first. */
    list: (accountId: string) => transactAs(db, accountId, (tx) => list(tx, accountId)),
    /** Stores what is decided from the versions there are, and uses its approval up; no other version comes in between. */
    add: (
      accountId: string,
      decide: (versions: readonly TermsVersion[]) => TermsVersion,
      approved: TwoPersonApproval | null,
    ) =>
      transactAs(db, accountId, async (tx) => {
        await tx.query(LOCK, [accountId]);
        await consumeApproval(tx, approved);
        const terms = decide(await list(tx, accountId));
        await insert(tx, accountId, terms);
        return terms;
      }),
  };
}

async function list(tx: ClientBase, accountId: string): Promise<readonly TermsVersion[]> {
  return (await tx.query<TermsVersion>(prepared(LIST, [accountId, LIST_MAX]))).rows;
}

async function insert(tx: ClientBase, accountId: string, t: TermsVersion): Promise<void> {
  const decision = [accountId, t.version, t.from, t.operator, t.reason, t.setAt, t.changes];
  await tx.query(INSERT, [...decision, ...TERMS_FIELDS.map((field) => t[field])]);
}

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

export async function madeOn(
  db: Pick<ClientBase, 'query'>,
  { accountId, kind, day }: LimitUse,
): Promise<DayTotal> {
  const { rows } = await db.query<DayTotal>(MADE, [accountId, kind, day]);
  return rows[0] ?? { made: 0, cents: 0 };
}

/** Null: counted. Else what was made before: the limit is reached, and nothing was added. */
export async function countVelocity(tx: ClientBase, counted: LimitUse): Promise<DayTotal | null> {
  const { accountId, kind, day, cents, limit } = counted;
  const values = [accountId, kind, day, cents, limit.madeMax, limit.centsMax];
  const { rowCount } = await tx.query(COUNT, values);
  return rowCount === 1 ? null : madeOn(tx, counted);
}
