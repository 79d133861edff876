import { eventually } from '@entrada/platform/testing/eventually';
import { jobStore } from '../src/store/job-store.ts';
import { ledgerUnderTest, type UnderTest } from './ledger-under-test.ts';

/** Of a service that knows no bank nobody else takes this one. */
const NAME = 'reconcile';

let ledger: UnderTest;
beforeAll(async () => {
  ledger = await ledgerUnderTest();
});
afterAll(() => ledger[Symbol.asyncDispose]());

/** How long it stays with whoever has it, and how long nobody has to do it, in seconds. */
async function waits(): Promise<{ leaseS: number; dueS: number }> {
  const text = `
    select extract(epoch from lease_until - now())::float8 as "leaseS",
           extract(epoch from due_at - now())::float8 as "dueS"
      from job where name = $1`;
  const { rows } = await ledger.db.query(text, [NAME]);
  return rows[0];
}

test('a job that one replica has is not given to another, and what it finished with comes back', async () => {
  const [one, other] = [jobStore(ledger.db), jobStore(ledger.db)];
  {
    await using job = await one.take(NAME);
    expect(await other.take(NAME)).toBeNull();
    await job?.finish({ everyMs: 0, progress: { watermark: 'here' } });
  }
  await using job = await other.take(NAME);
  expect(job?.progress).toEqual({ watermark: 'here' });
});

test('a job whose turn failed is due again within seconds, for any replica', async () => {
  const fail = async () => {
    await using job = await jobStore(ledger.db).take(NAME);
    expect(job).not.toBeNull();
    expect((await waits()).leaseS).toBeGreaterThan(0);
    throw new Error('the witness is away');
  };
  await ledger.db.query('update job set due_at = now() where name = $1', [NAME]);

  await expect(fail()).rejects.toThrow('the witness is away');

  const { leaseS, dueS } = await waits();
  expect(leaseS).toBeLessThanOrEqual(0);
  expect(dueS).toBeLessThanOrEqual(15);
});

test('a job that takes long stays with its replica for as long as that lives', async () => {
  await ledger.db.query('update job set due_at = now() where name = $1', [NAME]);
  await using job = await jobStore(ledger.db, 1).take(NAME);
  const shorten = `update job set lease_until = now() + interval '5 seconds' where name = $1`;
  await ledger.db.query(shorten, [NAME]);

  await eventually(async () => expect((await waits()).leaseS).toBeGreaterThan(30));
  await job?.finish({ everyMs: 0, progress: {} });
});

test('a turn whose job another replica took over says so, and changes nothing of it', async () => {
  await using late = await jobStore(ledger.db).take(NAME);
  await ledger.db.query('update job set lease_until = now() where name = $1', [NAME]);
  const other = jobStore(ledger.db);
  await using taken = await other.take(NAME);

  await expect(late?.finish({ everyMs: 0, progress: { watermark: 'old' } })).rejects.toThrow(
    'another replica has it',
  );
  await late?.[Symbol.asyncDispose]();

  expect((await waits()).leaseS).toBeGreaterThan(0);
  await taken?.finish({ everyMs: 0, progress: { watermark: 'new' } });
  await using next = await other.take(NAME);
  expect(next?.progress).toEqual({ watermark: 'new' });
});
