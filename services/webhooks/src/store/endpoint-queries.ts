import { transactAs } from '@entrada/platform/db/scope';
import type { Pool } from 'pg';
import type { EndpointHealth, Endpoints } from '../ports.ts';
import {
  ENDPOINT_COLUMNS,
  type EndpointRow,
  SECRET_COLUMNS,
  type SecretsRow,
  toEndpoint,
  toSecrets,
} from './endpoint-row.ts';

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
         ${counted('EXHAUSTED')} as exhausted,
         ${counted('PENDING')} as pending,
         ${counted('HELD')} as held,
         last_success_at, last_failure_at, last_failure_cause
    from endpoint
    left join endpoint_health on endpoint_health.endpoint_id = endpoint.id
   where account_id = $1 and deleted_at is null`;

const LIST = {
  name: 'list-endpoints',
  text: `${WITH_HEALTH} order by endpoint.created_at desc, endpoint.id`,
};

const FIND = { name: 'find-endpoint', text: `${WITH_HEALTH} and endpoint.id = $2` };

const SECRETS = {
  name: 'find-endpoint-secrets',
  text: `
  select ${ENDPOINT_COLUMNS}, ${SECRET_COLUMNS}
    from endpoint
   where account_id = $1 and id = $2 and deleted_at is null`,
};

const OWNS = {
  name: 'owns-endpoint',
  text: 'select from endpoint where account_id = $1 and id = $2 and deleted_at is null',
};

type HealthRow = {
  delivered: number;
  exhausted: number;
  pending: number;
  held: number;
  last_success_at: Date | null;
  last_failure_at: Date | null;
  last_failure_cause: string | null;
};

export function endpointQueries(db: Pool): Endpoints {
  return {
    async list(accountId) {
      const { rows } = await transactAs(db, accountId, (tx) =>
        tx.query<EndpointRow & HealthRow>({ ...LIST, values: [accountId] }),
      );
      return rows.map((row) => ({ ...toEndpoint(row), health: toHealth(row) }));
    },
    async find(accountId, endpointId) {
      const values = [accountId, endpointId];
      const { rows } = await transactAs(db, accountId, (tx) =>
        tx.query<EndpointRow & HealthRow>({ ...FIND, values }),
      );
      return rows[0] ? { ...toEndpoint(rows[0]), health: toHealth(rows[0]) } : null;
    },
    async owns(accountId, endpointId) {
      const values = [accountId, endpointId];
      const { rowCount } = await transactAs(db, accountId, (tx) => tx.query({ ...OWNS, values }));
      return rowCount === 1;
    },
    async secretsOf(accountId, endpointId) {
      const values = [accountId, endpointId];
      const { rows } = await transactAs(db, accountId, (tx) =>
        tx.query<EndpointRow & SecretsRow>({ ...SECRETS, values }),
      );
      return rows[0] ? { ...toEndpoint(rows[0]), ...toSecrets(rows[0]) } : null;
    },
  };
}

function toHealth(row: HealthRow): EndpointHealth {
  return {
    delivered: row.delivered,
    failed: row.exhausted,
    waiting: row.pending + row.held,
    lastSuccessAt: row.last_success_at,
    lastFailureAt: row.last_failure_at,
    lastFailureCause: row.last_failure_cause,
  };
}
