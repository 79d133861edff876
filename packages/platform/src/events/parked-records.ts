import type { Pool } from 'pg';
import { transact } from '../db/transaction.ts';
import { EVENT_ID_HEADER } from './event-log.ts';
import type { ParkReason } from './parking.ts';

export type ParkedRecord = {
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly key: string;
  readonly reason: ParkReason;
  readonly detail: string;
  readonly parkedAt: Date;
};

type Place = Pick<ParkedRecord, 'topic' | 'partition' | 'offset'>;
type ParkedKey = Pick<ParkedRecord, 'group' | 'topic' | 'key'>;

const LIST = `
  select consumer_group as group, topic, partition, log_offset::text as offset, key, reason, detail,
         parked_at as "parkedAt"
    from parked_record
   order by parked_at, topic, partition, log_offset
   limit $1`;

const DISCARD = `
  delete from parked_record
   where topic = $1 and partition = $2 and log_offset = $3
  returning key`;

const TAKE = `
  delete from parked_record
   where consumer_group = $1 and topic = $2 and key = $3
  returning log_offset::bigint, key, value, headers`;

// A record that was sent again before is sent once more.
const SEND_AGAIN = `
  insert into outbox (topic, key, event_id, value, headers)
  select $1, $2, event_id, value, headers
    from unnest($3::uuid[], $4::bytea[], $5::jsonb[]) with ordinality
         as record (event_id, value, headers, position)
   order by position
      on conflict (event_id) do update set published_at = null`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Row = {
  log_offset: number;
  value: Buffer;
  headers: Readonly<Record<string, string>>;
};

/** Records that were set aside in a service's database, oldest first. */
export async function listParked(pool: Pool, limit: number): Promise<readonly ParkedRecord[]> {
  return (await pool.query<ParkedRecord>(LIST, [limit])).rows;
}

/** Gives a record up for good; those of its key behind it stay until they are tried again. */
export async function discardParked(
  pool: Pool,
  { topic, partition, offset }: Place,
): Promise<boolean> {
  const { rowCount } = await pool.query(DISCARD, [topic, partition, offset]);
  return rowCount === 1;
}

/**
 * Sends every record of a key that was set aside to its topic again, in its order, by the outbox of
 * this database: they are given back and sent, or neither. Whoever handled one already drops it.
 */
export async function retryParked(pool: Pool, key: ParkedKey): Promise<number> {
  return transact(pool, async (tx) => {
    const { rows } = await tx.query<Row>(TAKE, [key.group, key.topic, key.key]);
    const records = rows.toSorted((one, other) => one.log_offset - other.log_offset);
    const ids = records.map(({ headers }) => headers[EVENT_ID_HEADER] ?? '');
    if (!ids.every((id) => UUID.test(id))) {
      throw new Error('a record of this key has no event id; it can only be discarded');
    }
    const plain = records.map(({ headers: { [EVENT_ID_HEADER]: _, ...rest } }) => rest);
    await tx.query(SEND_AGAIN, [
      key.topic,
      key.key,
      ids,
      records.map(({ value }) => value),
      plain.map((headers) => JSON.stringify(headers)),
    ]);
    return records.length;
  });
}
