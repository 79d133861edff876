import { transactAs } from '@entrada/platform/db/scope';
import type { Pool } from 'pg';
import type { NotifiedHour } from '../domain/hours.ts';
import type { Rollups } from '../ports.ts';

const NOTIFIED = {
  name: 'notified-hours',
  text: `
  select hour, events as count from notified_hour
   where account_id = $1 and hour >= $2 and hour < $3
   order by hour`,
};

export function rollupQueries(db: Pool): Rollups {
  return {
    async notifiedHours(accountId, { from, to }) {
      const values = [accountId, from, to];
      const { rows } = await transactAs(db, accountId, (tx) =>
        tx.query<NotifiedHour>({ ...NOTIFIED, values }),
      );
      return rows;
    },
  };
}
