/** Removes expired rows; each statement removes at most $1. */
export const LEFTOVERS = [
  `delete from session
    where id = any (array(
            select id from session
             where expires_at < now()
             order by expires_at
             limit $1 for update skip locked))`,
  `delete from throttle
    where bucket = any (array(
            select bucket from throttle
             where resets_at < now()
             order by resets_at
             limit $1 for update skip locked))`,
  // Kept for a while so that its owner can see what became of a key.
  `delete from api_key
    where id = any (array(
            select id from api_key
             where revoked_at < now() - interval '180 days'
             order by revoked_at
             limit $1 for update skip locked))`,
  `delete from api_key
    where id = any (array(
            select id from api_key
             where expires_at < now() - interval '180 days'
             order by expires_at
             limit $1 for update skip locked))`,
  // Kept for a while so that a notice is not sent again.
  `delete from mail
    where id = any (array(
            select id from mail
             where created_at < now() - interval '7 days'
             order by created_at
             limit $1 for update skip locked))`,
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
] as const;
