/** The least that delivering takes: one insert, one POST and one update each, as many at once as pay. */
import pg from 'pg';
import { Pool } from 'undici';
import { answerWith } from '../worker.ts';

export type FloorQuestion = {
  readonly databaseUrl: string;
  readonly origin: string;
  readonly body: string;
  readonly count: number;
};

const AT_ONCE = 64;
const DATABASE_CONNECTIONS = 4;

answerWith<FloorQuestion, { perSecond: number }>(async ({ databaseUrl, origin, body, count }) => {
  const db = new pg.Pool({ connectionString: databaseUrl, max: DATABASE_CONNECTIONS });
  const http = new Pool(origin, { connections: AT_ONCE, pipelining: 1 });
  await db.query(
    'create table if not exists sent (id bigserial primary key, body text, status int)',
  );
  const headers = { 'content-type': 'application/json' };
  let begun = 0;
  const work = async (): Promise<void> => {
    while (begun < count) {
      begun += 1;
      const insert = { name: 'insert', text: 'insert into sent (body) values ($1) returning id' };
      const { rows } = await db.query({ ...insert, values: [body] });
      const reply = await http.request({ path: '/', method: 'POST', headers, body });
      await reply.body.dump();
      const update = { name: 'update', text: 'update sent set status = $2 where id = $1' };
      await db.query({ ...update, values: [rows[0].id, reply.statusCode] });
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const perSecond = count / ((performance.now() - started) / 1_000);
  await Promise.all([db.end(), http.close()]);
  return { perSecond };
});
