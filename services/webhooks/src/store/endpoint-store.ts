import { prepared } from '@entrada/platform/db/prepared';
import { queryAs } from '@entrada/platform/db/scope';
import type { ClientBase, Pool } from 'pg';
import type { Attempt } from '../domain/delivery.ts';
import type { Endpoint, EndpointWithHealth, SealedSecrets } from '../domain/endpoint.ts';
import { encodeBody, type WebhookEvent } from '../domain/webhook-event.ts';
import { ENDPOINT_COLUMNS, SECRET_COLUMNS } from './columns.ts';
import { logAttempt } from './delivery-store.ts';
import { insertNotice } from './notice-store.ts';

/** Serializes creations of one account; otherwise two at once could exceed the limit. */
const LOCK_ACCOUNT = `select pg_advisory_xact_lock(hashtextextended('endpoints of ' || $1, 0))`;

const COUNT = `
  select count(*)::int as count from endpoint where account_id = $1 and deleted_at is null`;

const INSERT = `
  with created as (
    insert into endpoint
           (id, account_id, name, url, events, sealed_secret, sealed_authorization, created_at,
            status, disabled_reason, disabled_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8,
            case when $9::text is null then 'ENABLED' else 'DISABLED' end, $9,
            case when $9::text is null then null else $8::timestamptz end)
    returning id
  )
  insert into endpoint_health (endpoint_id) select id from created`;

const FIND_WITH_SECRETS = `
  select ${ENDPOINT_COLUMNS}, ${SECRET_COLUMNS}
    from endpoint
   where account_id = $1 and id = $2 and deleted_at is null`;

const LOCK = `${FIND_WITH_SECRETS} for update`;

/** An endpoint that is enabled again, or gets another URL, starts without its earlier failures. */
const UPDATE = `
  with changed as (
    update endpoint
       set name = $2, url = $3, events = $4, sealed_authorization = $5,
           status = case when $6::text is null then 'ENABLED' else 'DISABLED' end,
           disabled_reason = $6,
           disabled_at = case when $6::text is null then null else coalesce(disabled_at, now()) end
     where id = $1
  )
  update endpoint_health
     set failing_since = null
   where endpoint_id = $1 and failing_since is not null
     and exists (select from endpoint
                  where id = $1 and (url <> $3 or ($6::text is null and status = 'DISABLED')))`;

const REPLACE_SECRET = `
  update endpoint
     set sealed_previous_secret = sealed_secret, previous_secret_until = $3, sealed_secret = $2
   where id = $1`;

const DELETE = `
  update endpoint
     set deleted_at = $2, status = 'DISABLED', disabled_reason = 'OWNER', disabled_at = $2,
         sealed_secret = '', sealed_previous_secret = null, sealed_authorization = null
   where id = $1`;

export type EndpointTransaction = ReturnType<typeof endpointTransaction>;

export function endpointTransaction(tx: ClientBase) {
  return {
    /** How many endpoints the account has; nobody adds another until this transaction ends. */
    async lockEndpointCount(accountId: string): Promise<number> {
      await tx.query(prepared(LOCK_ACCOUNT, [accountId.toLowerCase()]));
      const { rows } = await tx.query<{ count: number }>(prepared(COUNT, [accountId]));
      return rows[0]?.count ?? 0;
    },
    async insertEndpoint(
      e: Endpoint & Pick<SealedSecrets, 'sealedSecret' | 'sealedAuthorization'>,
    ): Promise<void> {
      const { sealedSecret, sealedAuthorization } = e;
      const sealed = [sealedSecret, sealedAuthorization];
      const named = [e.id, e.accountId, e.name, e.url, e.events];
      const values = [...named, ...sealed, e.createdAt, e.disabled];
      await tx.query(prepared(INSERT, values));
      const { accountId, name, url } = e;
      await insertNotice(tx, { accountId, kind: 'ENDPOINT_CREATED', name, url });
    },
    /** The account's endpoint, for this transaction to change; null: there is none. */
    async lockEndpoint(
      accountId: string,
      endpointId: string,
    ): Promise<(Endpoint & SealedSecrets) | null> {
      const values = [accountId, endpointId];
      const { rows } = await tx.query<Endpoint & SealedSecrets>(prepared(LOCK, values));
      return rows[0] ?? null;
    },
    async updateEndpoint(e: Endpoint & Pick<SealedSecrets, 'sealedAuthorization'>): Promise<void> {
      const values = [e.id, e.name, e.url, e.events, e.sealedAuthorization, e.disabled];
      await tx.query(prepared(UPDATE, values));
    },
    async replaceSecret(
      endpointId: string,
      sealedSecret: Buffer,
      previousUntil: Date,
    ): Promise<void> {
      await tx.query(prepared(REPLACE_SECRET, [endpointId, sealedSecret, previousUntil]));
    },
    /** Wipes its secrets; its deliveries are given up by `settle`. */
    async deleteEndpoint(endpointId: string, at: Date): Promise<void> {
      await tx.query(prepared(DELETE, [endpointId, at]));
    },
    insertTest: insertTest(tx),
  };
}

/** Counting stops here: beyond it only the order of magnitude matters. */
const COUNTED_MAX = 10_000;

const counted = (status: string) => `
  (select count(*)::int
     from (select from delivery
            where delivery.endpoint_id = endpoint.id and delivery.status = '${status}'
              and delivery.created_at > now() - interval '24 hours'
            limit ${COUNTED_MAX}) as counted)`;

const WITH_HEALTH = `
  select ${ENDPOINT_COLUMNS},
         ${counted('DELIVERED')} as delivered,
         ${counted('EXHAUSTED')} as failed,
         ${counted('PENDING')} + ${counted('HELD')} as waiting,
         last_success_at as "lastSuccessAt", last_failure_at as "lastFailureAt",
         last_failure_cause as "lastFailureCause"
    from endpoint
    left join endpoint_health on endpoint_health.endpoint_id = endpoint.id
   where account_id = $1 and deleted_at is null`;

const LIST = `${WITH_HEALTH} order by endpoint.created_at desc, endpoint.id`;

const FIND = `${WITH_HEALTH} and endpoint.id = $2`;

const OWNS = 'select from endpoint where account_id = $1 and id = $2 and deleted_at is null';

export type EndpointQueries = ReturnType<typeof endpointQueries>;

export function endpointQueries(db: Pool) {
  return {
    /** Newest first. */
    async list(accountId: string): Promise<readonly EndpointWithHealth[]> {
      const { rows } = await queryAs<EndpointWithHealth>(
        db,
        accountId,
        prepared(LIST, [accountId]),
      );
      return rows;
    },
    async find(accountId: string, endpointId: string): Promise<EndpointWithHealth | null> {
      const values = [accountId, endpointId];
      const { rows } = await queryAs<EndpointWithHealth>(db, accountId, prepared(FIND, values));
      return rows[0] ?? null;
    },
    async owns(accountId: string, endpointId: string): Promise<boolean> {
      const values = [accountId, endpointId];
      const { rowCount } = await queryAs(db, accountId, prepared(OWNS, values));
      return rowCount === 1;
    },
    async secretsOf(
      accountId: string,
      endpointId: string,
    ): Promise<(Endpoint & SealedSecrets) | null> {
      const values = [accountId, endpointId];
      const { rows } = await queryAs<Endpoint & SealedSecrets>(
        db,
        accountId,
        prepared(FIND_WITH_SECRETS, values),
      );
      return rows[0] ?? null;
    },
  };
}

const INSERT_TEST = `
  with event as (
    insert into webhook_event (id, account_id, event, body, occurred_at)
    values ($1, $2, $3, $4, $5)
    returning id, event
  )
  insert into delivery (event_id, endpoint_id, event, is_test, status, attempts, finished_at)
  select id, $6, event, true, $7, 1, now() from event
  returning id`;

/** A test is a finished delivery, so that no sender ever claims it, whose event is in no feed. */
function insertTest(tx: ClientBase) {
  return async (
    tested: WebhookEvent,
    attempt: Omit<Attempt, 'deliveryId' | 'lease'>,
  ): Promise<number> => {
    const { id, accountId, event, occurredAt } = tested;
    const status = attempt.outcome === 'delivered' ? 'DELIVERED' : 'ABANDONED';
    const { rows } = await tx.query<{ id: number }>(
      prepared(INSERT_TEST, [
        id,
        accountId,
        event,
        encodeBody(tested),
        occurredAt,
        attempt.endpointId,
        status,
      ]),
    );
    const deliveryId = rows[0]?.id;
    if (deliveryId === undefined) throw new Error('no test was inserted');
    await logAttempt(tx, { ...attempt, deliveryId });
    return deliveryId;
  };
}
