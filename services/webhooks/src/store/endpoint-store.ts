import type { ClientBase } from 'pg';
import type { EndpointTransaction } from '../ports.ts';
import {
  ENDPOINT_COLUMNS,
  type EndpointRow,
  SECRET_COLUMNS,
  type SecretsRow,
  toEndpoint,
  toSecrets,
} from './endpoint-row.ts';
import { insertNotice } from './notice-store.ts';
import { insertTest } from './test-store.ts';

/** Serializes creations of one account; otherwise two at once could exceed the limit. */
const LOCK_ACCOUNT = {
  name: 'lock-account-endpoints',
  text: `select pg_advisory_xact_lock(hashtextextended('endpoints of ' || $1, 0))`,
};

const COUNT = {
  name: 'count-endpoints',
  text: `
  select count(*)::int as count from endpoint where account_id = $1 and deleted_at is null`,
};

const INSERT = {
  name: 'insert-endpoint',
  text: `
  with created as (
    insert into endpoint
           (id, account_id, name, url, events, sealed_secret, sealed_authorization, created_at,
            status, disabled_reason, disabled_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8,
            case when $9::text is null then 'ENABLED' else 'DISABLED' end, $9,
            case when $9::text is null then null else $8::timestamptz end)
    returning id
  )
  insert into endpoint_health (endpoint_id) select id from created`,
};

const LOCK = {
  name: 'lock-endpoint',
  text: `
  select ${ENDPOINT_COLUMNS}, ${SECRET_COLUMNS}
    from endpoint
   where account_id = $1 and id = $2 and deleted_at is null
     for update`,
};

/** An endpoint that is enabled again starts without its earlier failures. */
const UPDATE = {
  name: 'update-endpoint',
  text: `
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
   where endpoint_id = $1 and $6::text is null and failing_since is not null
     and exists (select from endpoint where id = $1 and status = 'DISABLED')`,
};

const REPLACE_SECRET = {
  name: 'replace-secret',
  text: `
  update endpoint
     set sealed_previous_secret = sealed_secret, previous_secret_until = $3, sealed_secret = $2
   where id = $1`,
};

const DELETE = {
  name: 'delete-endpoint',
  text: `
  update endpoint
     set deleted_at = $2, status = 'DISABLED', disabled_reason = 'OWNER', disabled_at = $2,
         sealed_secret = '', sealed_previous_secret = null, sealed_authorization = null
   where id = $1`,
};

export function endpointTransaction(tx: ClientBase): EndpointTransaction {
  return {
    async lockEndpointCount(accountId) {
      await tx.query({ ...LOCK_ACCOUNT, values: [accountId.toLowerCase()] });
      const { rows } = await tx.query<{ count: number }>({ ...COUNT, values: [accountId] });
      return rows[0]?.count ?? 0;
    },
    async insertEndpoint(e) {
      const { sealedSecret, sealedAuthorization } = e;
      const sealed = [sealedSecret, sealedAuthorization];
      const named = [e.id, e.accountId, e.name, e.url, e.events];
      const values = [...named, ...sealed, e.createdAt, e.disabled];
      await tx.query({ ...INSERT, values });
      const { accountId, name, url } = e;
      await insertNotice(tx, { accountId, kind: 'ENDPOINT_CREATED', name, url });
    },
    async lockEndpoint(accountId, endpointId) {
      const values = [accountId, endpointId];
      const { rows } = await tx.query<EndpointRow & SecretsRow>({ ...LOCK, values });
      return rows[0] ? { ...toEndpoint(rows[0]), ...toSecrets(rows[0]) } : null;
    },
    async updateEndpoint(e) {
      const values = [e.id, e.name, e.url, e.events, e.sealedAuthorization, e.disabled];
      await tx.query({ ...UPDATE, values });
    },
    async replaceSecret(endpointId, sealedSecret, previousUntil) {
      await tx.query({ ...REPLACE_SECRET, values: [endpointId, sealedSecret, previousUntil] });
    },
    async deleteEndpoint(endpointId, at) {
      await tx.query({ ...DELETE, values: [endpointId, at] });
    },
    insertTest: insertTest(tx),
  };
}
