import type { Pool } from 'pg';
import { jobStore } from '../../src/db/job-store.ts';
import { freshDatabase, openTestPool } from '../../src/testing/database.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { forTests } from '../../src/testing/for-tests.ts';

const NAME = 'count';
const TABLE = `
  create table job (
    name        text primary key,
    due_at      timestamptz not null default now(),
    lease_until timestamptz not null default now(),
    owner       uuid,
    progress    jsonb
  )`;

const database = forTests(() => freshDatabase('messaging'));
const pool = forTests(() => openTestPool(database.adminUrl, 4));

/** Each call stands for one replica. */
function replica({ renewEveryMs = 60_000 } = {}) {
  return jobStore<Record<string, unknown>>(pool, { renewEveryMs });
}

/** Seconds until the lease expires and until the job is due. */
async function waits(): Promise<{ leaseS: number; dueS: number }> {
  const text = `
    select extract(epoch from lease_until - now())::float8 as "leaseS",
           extract(epoch from due_at - now())::float8 as "dueS"
      from job where name = $1`;
  const { rows } = await pool.query(text, [NAME]);
  return rows[0];
}

async function failingRun(options?: { retryAfterMs: number }): Promise<void> {
  await using job = await replica().take(NAME, options);
  expect(job).not.toBeNull();
  expect((await waits()).leaseS).toBeGreaterThan(0);
  throw new Error('the bank is unavailable');
}

describeNeeding(['postgres'], 'a job', () => {
  beforeAll(() => pool.query(TABLE));
  beforeEach(async () => {
    await pool.query('delete from job');
    await pool.query('insert into job (name) values ($1)', [NAME]);
  });

  test('leased by one replica is not given to another, and the progress it finished with is stored', async () => {
    const progress = { watermark: 'here' };
    const [one, other] = [replica(), replica()];
    {
      await using job = await one.take(NAME);
      expect(job?.progress).toBeNull();
      expect(await other.take(NAME)).toBeNull();
      await job?.finish({ everyMs: 0, progress });
    }
    await using job = await other.take(NAME);
    expect(job?.progress).toEqual(progress);
  });

  test('finished without new progress keeps the stored progress', async () => {
    for (const next of [{ progress: { watermark: 'here' } }, {}]) {
      await using job = await replica().take(NAME);
      await job?.finish({ everyMs: 0, ...next });
    }
    await using job = await replica().take(NAME);
    expect(job?.progress).toEqual({ watermark: 'here' });
  });

  test('that is finished cannot be taken until it is due', async () => {
    await using job = await replica().take(NAME);
    await job?.finish({ everyMs: 60_000 });

    expect(await replica().take(NAME)).toBeNull();
    expect((await waits()).leaseS).toBeLessThanOrEqual(0);
  });

  test('whose run failed is due again within seconds, for any replica', async () => {
    await expect(failingRun()).rejects.toThrow('the bank is unavailable');

    const { leaseS, dueS } = await waits();
    expect(leaseS).toBeLessThanOrEqual(0);
    expect(dueS).toBeGreaterThan(0);
    expect(dueS).toBeLessThanOrEqual(15);
  });

  test('whose run failed is due again after the given delay', async () => {
    await expect(failingRun({ retryAfterMs: 0 })).rejects.toThrow('the bank is unavailable');

    await using again = await replica().take(NAME);
    expect(again).not.toBeNull();
  });

  test('that takes long keeps its lease while its replica runs', async () => {
    await using job = await replica({ renewEveryMs: 20 }).take(NAME);
    const shorten = `update job set lease_until = now() + interval '5 seconds' where name = $1`;
    await pool.query(shorten, [NAME]);

    await eventually(async () => expect((await waits()).leaseS).toBeGreaterThan(30));
    await job?.finish({ everyMs: 0 });
  });

  test('that never ends is no longer renewed after a bounded time', async () => {
    const OTHER = 'other';
    await pool.query('insert into job (name) values ($1)', [OTHER]);
    const renewed: unknown[] = [];
    const query = (asked: { text: string; values: unknown[] }) => {
      if (asked.text.includes('lease_until > now()')) renewed.push(asked.values[0]);
      return pool.query(asked);
    };
    const open = (renewalsMax: number) =>
      jobStore({ query } as unknown as Pool, { renewEveryMs: 10, renewalsMax });
    await using _endless = await open(2).take(NAME);
    await using _other = await open(1_000).take(OTHER);

    await eventually(() => renewed.filter((name) => name === OTHER).length > 10);
    expect(renewed.filter((name) => name === NAME)).toHaveLength(2);
  });

  test('taken over by another replica cannot be finished by the late one', async () => {
    await using late = await replica().take(NAME);
    await pool.query('update job set lease_until = now() where name = $1', [NAME]);
    const other = replica();
    await using taken = await other.take(NAME);

    await expect(late?.finish({ everyMs: 0, progress: { watermark: 'old' } })).rejects.toThrow(
      'another replica has taken it',
    );
    await late?.[Symbol.asyncDispose]();

    expect((await waits()).leaseS).toBeGreaterThan(0);
    await taken?.finish({ everyMs: 0, progress: { watermark: 'new' } });
    await using next = await other.take(NAME);
    expect(next?.progress).toEqual({ watermark: 'new' });
  });
});
