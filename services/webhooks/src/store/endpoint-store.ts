import type { ClientBase } from 'pg';
import type { EndpointTransaction } from '../ports.ts';

/** Two creations of one account wait for each other; a count alone would let both in. */
const LOCK_ACCOUNT = {
  name: 'lock-account-endpoints',
  text: `select pg_advisory_xact_lock(hashtextextended('endpoints of ' || $1, 0))`,
};

const COUNT = {
  name: 'count-endpoints',
  text: 'select count(*)::int as count from endpoint where account_id = $1',
};

const INSERT = {
  name: 'insert-endpoint',
  text: `
  insert into endpoint (id, account_id, name, url, events, sealed_secret, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`,
};

export function endpointTransaction(tx: ClientBase): EndpointTransaction {
  return {
    async lockEndpointCount(accountId) {
      await tx.query({ ...LOCK_ACCOUNT, values: [accountId.toLowerCase()] });
      const { rows } = await tx.query<{ count: number }>({ ...COUNT, values: [accountId] });
      return rows[0]?.count ?? 0;
    },
    async insertEndpoint(e) {
      const values = [e.id, e.accountId, e.name, e.url, e.events, e.sealedSecret, e.createdAt];
      await tx.query({ ...INSERT, values });
    },
  };
}
