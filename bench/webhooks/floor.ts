/**
 * The least that delivering takes, twice. Each: one insert, one POST and one update for each delivery, as many at once as
 * pay. Batched: deliveries that are stored already are claimed and recorded a hundred at a time.
 */
import pg from 'pg';
import { Pool } from 'undici';
import { answerWith } from '../worker.ts';

export type FloorQuestion = {
  readonly kind: 'each' | 'batched';
  readonly databaseUrl: string;
  readonly origin: string;
  readonly body: string;
  readonly count: number;
};
type Send = (body: string) => Promise<number>;
type Delivery = { readonly id: string; readonly body: string };

const AT_ONCE = 64;
const DATABASE_CONNECTIONS = 4;
const BATCH_SIZE = 100;
/** Each claims a batch while the others send theirs; together they send fifty at once. */
const LANES = 2;
const LANE_AT_ONCE = 25;

const TABLE = `
  create table if not exists sent (
    id bigint generated always as identity primary key, body text, claimed boolean not null default false, status int);
  create index if not exists sent_waiting on sent (id) where not claimed`;
const INSERT = {
  name: 'insert',
  text: 'insert into sent (body, claimed) values ($1, true) returning id',
};
const UPDATE = { name: 'update', text: 'update sent set status = $2 where id = $1' };
const STORE = 'insert into sent (body) select $1 from generate_series(1, $2)';
const CLAIM = {
  name: 'claim',
  text: `update sent set claimed = true
          where id in (select id from sent where not claimed order by id limit ${BATCH_SIZE} for update skip locked)
          returning id, body`,
};
const RECORD = {
  name: 'record',
  text: `update sent set status = result.status
           from unnest($1::bigint[], $2::int[]) as result (id, status) where sent.id = result.id`,
};

answerWith<FloorQuestion, number>(async ({ kind, databaseUrl, origin, body, count }) => {
  const db = new pg.Pool({ connectionString: databaseUrl, max: DATABASE_CONNECTIONS });
  const http = new Pool(origin, { connections: AT_ONCE, pipelining: 1 });
  await db.query(TABLE);
  const headers = { 'content-type': 'application/json' };
  const send: Send = async (sent) => {
    const reply = await http.request({ path: '/', method: 'POST', headers, body: sent });
    await reply.body.dump();
    return reply.statusCode;
  };
  if (kind === 'batched') await db.query(STORE, [body, count]);
  const started = performance.now();
  if (kind === 'batched') await atOnce(LANES, () => sendBatches(db, send));
  else await sendEach(db, send, { body, count });
  const perSecond = count / ((performance.now() - started) / 1_000);
  await Promise.all([db.end(), http.close()]);
  return perSecond;
});

async function sendEach(
  db: pg.Pool,
  send: Send,
  { body, count }: Pick<FloorQuestion, 'body' | 'count'>,
): Promise<void> {
  let begun = 0;
  await atOnce(AT_ONCE, async () => {
    while (begun < count) {
      begun += 1;
      const { rows } = await db.query({ ...INSERT, values: [body] });
      await db.query({ ...UPDATE, values: [rows[0].id, await send(body)] });
    }
  });
}

async function sendBatches(db: pg.Pool, send: Send): Promise<void> {
  for (;;) {
    const { rows } = await db.query<Delivery>(CLAIM);
    if (rows.length === 0) return;
    const statuses: number[] = [];
    let begun = 0;
    await atOnce(LANE_AT_ONCE, async () => {
      while (begun < rows.length) {
        const turn = begun;
        begun += 1;
        statuses[turn] = await send(rows[turn]?.body ?? '');
      }
    });
    await db.query({ ...RECORD, values: [rows.map(({ id }) => id), statuses] });
  }
}

function atOnce(count: number, work: () => Promise<void>): Promise<unknown> {
  return Promise.all(Array.from({ length: count }, work));
}
