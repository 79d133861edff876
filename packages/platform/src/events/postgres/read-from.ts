import type { Session } from '../../db/session.ts';
import type { Headers, Position, ReceivedRecord } from '../event-log.ts';

const FETCH = `
  select record.*
    from unnest($1::text[], $2::integer[], $3::bigint[])
         with ordinality as held (topic, partition, next_offset, number),
         lateral (
           select topic, partition, log_offset, key, value, headers
             from log_record
            where log_record.topic = held.topic
              and log_record.partition = held.partition
              and log_record.log_offset >= held.next_offset
            order by log_offset
            limit $4
         ) as record
   order by held.number, record.log_offset
   limit $4`;

type RecordRow = Omit<ReceivedRecord, 'offset' | 'headers'> & {
  readonly log_offset: string;
  readonly headers: unknown;
};

/** At most `limit` records; the first partitions are read completely before later ones. */
export async function readFrom(
  session: Session,
  positions: readonly Position[],
  limit: number,
): Promise<ReceivedRecord[]> {
  if (positions.length === 0) return [];
  const { rows } = await session.query<RecordRow>(FETCH, [
    positions.map(({ topic }) => topic),
    positions.map(({ partition }) => partition),
    positions.map(({ nextOffset }) => nextOffset),
    limit,
  ]);
  return rows.map(({ log_offset, headers, ...record }) => ({
    ...record,
    headers: textHeaders(headers),
    offset: log_offset,
  }));
}

/** The column may hold any JSON; whatever is no header must not block its partition. */
function textHeaders(headers: unknown): Headers {
  if (typeof headers !== 'object' || headers === null) return {};
  return Object.fromEntries(
    Object.entries(headers).filter(([, value]) => typeof value === 'string'),
  );
}
