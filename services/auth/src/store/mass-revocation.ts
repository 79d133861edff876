import { EVERY_ACCOUNT } from '@entrada/platform/db/scope';
import type { WhichKeys, WhichSessions } from '../domain/audit-lines.ts';
import { publishRevocation } from './revocations.ts';
import type { Within } from './within.ts';

const HAS_KEY = `
  select from api_key
   where id = $1`;

/** Each has the time of revocation as $1, the limit as $2 and what it looks for as $3. */
const revokeKeys = (condition: string) => `
  update api_key
     set revoked_at = $1
   where id = any (array(
           select id from api_key
            where revoked_at is null
              and (expires_at is null or expires_at > $1)
              and ${condition}
            order by id
            limit $2
              for update))
  returning id, account_id as "accountId"`;

const REVOKE_KEY = revokeKeys('id = $3');
const REVOKE_KEYS_OF_ACCOUNT = revokeKeys('account_id = $3');
const REVOKE_KEYS_CREATED_BEFORE = revokeKeys('created_at < $3');

const endSessions = (condition: string) => `
  update session
     set revoked_at = $1
   where id = any (array(
           select id from session
            where revoked_at is null
              and expires_at > $1
              and ${condition}
            order by id
            limit $2
              for update))
  returning id`;

const END_SESSIONS_OF_ACCOUNT = endSessions('account_id = $3');
const END_SESSIONS_OPENED_BEFORE = endSessions('created_at < $3');

/** Revocations by operators, of any account's keys and sessions. */
export function massRevocation(within: Within) {
  return {
    hasKey: (id: string) => within.hits(EVERY_ACCOUNT, HAS_KEY, [id]),
    /** Revokes at most `limit` usable keys and returns them. */
    async revokeKeys(which: WhichKeys, now: Date, limit: number) {
      const [statement, wanted] = keyStatement(which);
      type Row = { id: string; accountId: string };
      const keys = await within.rows<Row>(EVERY_ACCOUNT, statement, [now, limit, wanted]);
      const keyIds = keys.map(({ id }) => id);
      await publishRevocation(within, 'keyIds', keyIds);
      return keys;
    },
    /** Ends at most `limit` live sessions and returns how many. */
    async endSessions(which: WhichSessions, now: Date, limit: number) {
      const [statement, wanted] = sessionStatement(which);
      const values = [now, limit, wanted];
      const rows = await within.rows<{ id: string }>(EVERY_ACCOUNT, statement, values);
      const ended = rows.map(({ id }) => id);
      await publishRevocation(within, 'sessionIds', ended);
      return ended.length;
    },
  };
}

function keyStatement(which: WhichKeys): [string, string | Date] {
  if ('keyId' in which) return [REVOKE_KEY, which.keyId];
  if ('accountId' in which) return [REVOKE_KEYS_OF_ACCOUNT, which.accountId];
  return [REVOKE_KEYS_CREATED_BEFORE, which.createdBefore];
}

function sessionStatement(which: WhichSessions): [string, string | Date] {
  if ('accountId' in which) return [END_SESSIONS_OF_ACCOUNT, which.accountId];
  return [END_SESSIONS_OPENED_BEFORE, which.openedBefore];
}
