type Leftovers = { readonly table: string; readonly key?: string; readonly where: string };

/** The array is read once, so that no more rows go than the limit says. */
function deleteOldest({ table, key = 'id', where }: Leftovers): string {
  const [time] = where.split(' ');
  return `
  delete from ${table}
   where ${key} = any (array(
           select ${key} from ${table}
            where ${where}
            order by ${time}
            limit $1 for update skip locked))`;
}

/** Removes expired rows; each statement removes at most $1. */
export const LEFTOVERS: readonly string[] = [
  deleteOldest({ table: 'session', where: 'expires_at < now()' }),
  deleteOldest({ table: 'throttle', key: 'bucket', where: 'resets_at < now()' }),
  // Kept for a while so that its owner can see what became of a key.
  deleteOldest({ table: 'api_key', where: "revoked_at < now() - interval '180 days'" }),
  deleteOldest({ table: 'api_key', where: "expires_at < now() - interval '180 days'" }),
  // Kept for a while so that a notice is not sent again.
  deleteOldest({ table: 'mail', where: "created_at < now() - interval '7 days'" }),
  // The service may not change them, so it cannot lock them.
  `delete from mail_token
    where digest = any (array(
            select digest from mail_token
             where expires_at < now()
             order by expires_at
             limit $1))`,
  `delete from known_device
    where (account_id, digest) in (
            select account_id, digest from known_device
             where seen_at < now() - interval '180 days'
             order by seen_at
             limit $1 for update skip locked)`,
];
