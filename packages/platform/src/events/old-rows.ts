/** Retention of the inbox: a duplicate of a younger event is always recognized. */
const INBOX_DAYS = 60;
/** A day less, so that no duplicate races with the pruning of its inbox row. */
export const REPEAT_DAYS_MAX = INBOX_DAYS - 1;

/** Published events are kept for a week, for investigations and for audits. */
export const OLD_OUTBOX = `
  delete from outbox
   where id = any (array(
           select id from outbox
            where published_at is not null and created_at < now() - interval '7 days'
            order by id
            limit $1 for update skip locked))`;

/** Kept longer than any log keeps records: a record that is delivered again must be recognized. */
export const OLD_INBOX = `
  delete from inbox
   where ctid = any (array(
           select ctid from inbox
            where handled_at < now() - interval '${INBOX_DAYS} days'
            limit $1 for update skip locked))`;

/** Like a Kafka topic, the log in Postgres keeps a record for 30 days, handled or not. */
export const OLD_RECORDS = 'select from prune_records($1)';

/** Processes that left their consumer group. */
export const OLD_MEMBERS = 'select from prune_members($1)';
