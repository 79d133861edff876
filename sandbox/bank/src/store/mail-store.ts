import { prepared } from '@entrada/platform/db/prepared';
import type { Pool } from 'pg';

export type Mail = {
  readonly id: number;
  readonly receivedAt: Date;
  readonly to: string;
  readonly subject: string;
  /** The plain part. */
  readonly text: string;
};

const KEPT_MAX = 1_000;

const ADD = `
  insert into mail (received_at, recipient, subject, body)
  values ($1, $2, $3, $4)`;

const DROP_OLD = `delete from mail where id <= (select max(id) from mail) - ${KEPT_MAX}`;

const COLUMNS = `id, received_at as "receivedAt", recipient as "to", subject, body as "text"`;

const LATEST = `select ${COLUMNS} from mail order by id desc limit $1`;

const LATEST_TO = `select ${COLUMNS} from mail where recipient = $2 order by id desc limit $1`;

const FIND = `select ${COLUMNS} from mail where id = $1`;

export function mailStore(db: Pool) {
  return {
    /** Only the latest are kept. */
    async add({ receivedAt, to, subject, text }: Omit<Mail, 'id'>) {
      await db.query(prepared(ADD, [receivedAt, to, subject, text]));
      await db.query(prepared(DROP_OLD));
    },
    /** Newest first, of everyone or of one recipient. */
    async latest(limit: number, to?: string): Promise<readonly Mail[]> {
      const query = to === undefined ? prepared(LATEST, [limit]) : prepared(LATEST_TO, [limit, to]);
      return (await db.query<Mail>(query)).rows;
    },
    async find(id: number) {
      return (await db.query<Mail>(prepared(FIND, [id]))).rows[0] ?? null;
    },
  };
}
