import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';
import { roleOf } from '../../src/db/roles.ts';
import { freshDatabase } from '../../src/testing/database.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';

const APP = roleOf('messaging', 'app');

const REMEMBER = `
  create table remembered as
  select current_setting('app.account_id') as scope, current_setting('work_mem') as work_mem;`;

/** Four steps; the third needs what is not there at first. */
const FILL = `
  create table step (number int not null);
  create function fill_step() returns boolean language plpgsql as $$
  begin
    insert into step select count(*) from step;
    if (select count(*) from step) = 3 and to_regclass('interruption') is null then
      raise exception 'interrupted';
    end if;
    return (select count(*) from step) < 4;
  end $$;`;

/** As often as not, what an earlier version writes locks in another order. */
const deadlocked = (times: number) => `
  do $$ begin
    if nextval('attempts') <= ${times} then
      raise 'deadlock detected' using errcode = 'deadlock_detected';
    end if;
  end $$;`;

/** Whether the service had its rights when it was filled. */
const COUNTED = `
  create table counted (is_granted boolean not null);
  create function fill_step() returns boolean language plpgsql as $$
  begin
    insert into counted select has_table_privilege('${APP}', 'counted', 'insert');
    return false;
  end $$;`;

async function connected(connectionString: string) {
  const db = new pg.Client({ connectionString });
  await db.connect();
  return { db, [Symbol.asyncDispose]: () => db.end() };
}

describeNeeding(['postgres'], 'a migration', () => {
  test.each([
    ['no settings', '', '4MB'],
    ['settings of its own', '-c work_mem=5MB', '5MB'],
    ['another scope', '-c app.account_id=one -c work_mem=5MB', '5MB'],
  ])('is for every account, by an address with %s', async (_what, options, workMem) => {
    await using database = await freshDatabase('messaging');
    await using folder = await mkdtempDisposable(join(tmpdir(), 'entrada-migrations-'));
    await writeFile(join(folder.path, '0001_remember.sql'), REMEMBER);
    const url = new URL(database.adminUrl);
    if (options) url.searchParams.set('options', options);

    await migrate(url.href, [{ folder: folder.path, table: 'test_migration' }]);

    const client = new pg.Client({ connectionString: database.adminUrl });
    await client.connect();
    const { rows } = await client.query('select * from remembered').finally(() => client.end());
    expect(rows).toEqual([{ scope: '*', work_mem: workMem }]);
  });

  test('fills in steps that commit one by one, goes on where it was interrupted, and applies the next one after the last', async () => {
    await using database = await freshDatabase('messaging');
    await using folder = await mkdtempDisposable(join(tmpdir(), 'entrada-migrations-'));
    const set = { folder: folder.path, table: 'test_migration' };
    await writeFile(join(folder.path, '0001_fill.sql'), FILL);
    await writeFile(join(folder.path, '0002_filled.sql'), 'drop function fill_step();');

    await expect(migrate(database.adminUrl, [set])).rejects.toThrow('interrupted');
    await using client = await connected(database.adminUrl);
    const steps = async () => (await client.db.query('select number from step')).rows.length;
    expect(await steps()).toBe(2);
    await client.db.query('create sequence interruption');
    await migrate(database.adminUrl, [set]);

    expect(await steps()).toBe(4);
    const { rows } = await client.db.query('select name from test_migration order by name');
    expect(rows.map(({ name }) => name)).toEqual(['0001_fill', '0002_filled']);
  });

  test('that lost a deadlock to what runs is tried again a few times', async () => {
    await using database = await freshDatabase('messaging');
    await using folder = await mkdtempDisposable(join(tmpdir(), 'entrada-migrations-'));
    const set = { folder: folder.path, table: 'test_migration' };
    await using client = await connected(database.adminUrl);
    await client.db.query('create sequence attempts');
    await writeFile(join(folder.path, '0001_lost.sql'), `create table lost ();${deadlocked(3)}`);
    await migrate(database.adminUrl, [set]);

    const names = async () =>
      (await client.db.query('select name from test_migration')).rows.map(({ name }) => name);
    expect(await names()).toEqual(['0001_lost']);
    await writeFile(join(folder.path, '0002_never.sql'), deadlocked(1_000));
    await expect(migrate(database.adminUrl, [set])).rejects.toThrow('deadlock detected');
    expect(await names()).toEqual(['0001_lost']);
  });

  test.each([
    ['has its rights on new tables before they are filled, where an earlier version runs', true],
    ['has no rights before the last migration, where none runs', false],
  ])('the service %s', async (_what, isUpgrade) => {
    await using database = await freshDatabase('messaging');
    await using folder = await mkdtempDisposable(join(tmpdir(), 'entrada-migrations-'));
    const set = { folder: folder.path, table: 'test_migration' };
    await writeFile(join(folder.path, '0001_earlier.sql'), 'create table earlier ();');
    if (isUpgrade) await migrate(database.adminUrl, [set], APP);
    await writeFile(join(folder.path, '0002_counted.sql'), COUNTED);
    await writeFile(join(folder.path, '0003_filled.sql'), 'drop function fill_step();');

    await migrate(database.adminUrl, [set], APP);

    await using client = await connected(database.url);
    const { rows } = await client.db.query('select * from counted');
    expect(rows).toEqual([{ is_granted: isUpgrade }]);
  });
});
