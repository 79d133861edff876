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
  (select id, true as is_key from api_key where revoked_at > $1 limit ${RECENT_MAX})
   union all
  (select id, true from api_key where expires_at > $1 and expires_at <= now() limit ${RECENT_MAX})
   union all
  (select id, false from session where revoked_at > $1 limit ${RECENT_MAX})`;

/** Every replica is notified when the transaction has committed. */
export function revocationPublisher(tx: ClientBase): Stores['publishRevocation'] {
  return async ({ keyIds = [], sessionIds = [] }) => {
    for (const chunk of chunks(keyIds)) await tx.query(NOTIFY, [payloadOf({ keyIds: chunk })]);
    for (const chunk of chunks(sessionIds)) {
      await tx.query(NOTIFY, [payloadOf({ sessionIds: chunk })]);
    }
  };
}

export async function revokedSince(db: Pool, time: Date): Promise<Revoked> {
  const { rows } = await transactAs(db, EVERY_ACCOUNT, (tx) =>
    tx.query<{ id: string; is_key: boolean }>(SINCE, [time]),
  );
  const ids = (isKey: boolean) => rows.filter((row) => row.is_key === isKey).map(({ id }) => id);
  return { keyIds: ids(true), sessionIds: ids(false) };
}

export function fromPayload(payload: string): Revoked {
  return JSON.parse(payload);
}

function payloadOf({ keyIds = [], sessionIds = [] }: Partial<Revoked>): string {
  return JSON.stringify({ keyIds, sessionIds } satisfies Revoked);
}

function chunks(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / IDS_PER_NOTIFICATION_MAX);
  return Array.from({ length: count }, (_, n) =>
    ids.slice(n * IDS_PER_NOTIFICATION_MAX, (n + 1) * IDS_PER_NOTIFICATION_MAX),
  );
}
