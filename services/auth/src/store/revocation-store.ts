import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import type { ClientBase, Pool } from 'pg';
import type { Revoked, Stores } from '../ports.ts';

export const REVOCATION_CHANNEL = 'revocation';
/** A notification carries at most 8000 bytes. */
const IDS_PER_NOTIFICATION_MAX = 100;
const RECENT_MAX = 10_000;

const NOTIFY = `select pg_notify('${REVOCATION_CHANNEL}', $1)`;

// A key that was replaced without an overlap has an expiry and no revocation.
const SINCE = `
  (select id, 'key' as kind from api_key where revoked_at > $1 limit ${RECENT_MAX})
   union all
  (select id, 'key' from api_key where expires_at > $1 and expires_at <= now() limit ${RECENT_MAX})
   union all
  (select id, 'session' from session where revoked_at > $1 limit ${RECENT_MAX})
   union all
  (select id, 'account' from account where freeze_changed_at > $1 limit ${RECENT_MAX})`;

/** Every replica is notified when the transaction has committed. */
export function revocationPublisher(tx: ClientBase): Stores['publishRevocation'] {
  return async ({ keyIds = [], sessionIds = [], accountIds = [] }) => {
    for (const chunk of chunks(keyIds)) await tx.query(NOTIFY, [payloadOf({ keyIds: chunk })]);
    for (const chunk of chunks(sessionIds)) {
      await tx.query(NOTIFY, [payloadOf({ sessionIds: chunk })]);
    }
    for (const chunk of chunks(accountIds)) {
      await tx.query(NOTIFY, [payloadOf({ accountIds: chunk })]);
    }
  };
}

export async function revokedSince(db: Pool, time: Date): Promise<Revoked> {
  const { rows } = await transactAs(db, EVERY_ACCOUNT, (tx) =>
    tx.query<{ id: string; kind: string }>(SINCE, [time]),
  );
  const ids = (kind: string) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  return { keyIds: ids('key'), sessionIds: ids('session'), accountIds: ids('account') };
}

export function fromPayload(payload: string): Revoked {
  // The version before names no accounts.
  return { accountIds: [], ...JSON.parse(payload) };
}

function payloadOf({ keyIds = [], sessionIds = [], accountIds = [] }: Partial<Revoked>): string {
  return JSON.stringify({ keyIds, sessionIds, accountIds } satisfies Revoked);
}

function chunks(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / IDS_PER_NOTIFICATION_MAX);
  return Array.from({ length: count }, (_, n) =>
    ids.slice(n * IDS_PER_NOTIFICATION_MAX, (n + 1) * IDS_PER_NOTIFICATION_MAX),
  );
}
