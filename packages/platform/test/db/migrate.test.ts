import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';
import { freshDatabase } from '../../src/testing/database.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';

const REMEMBER = `
  create table remembered as
  select current_setting('app.account_id') as scope, current_setting('work_mem') as work_mem;`;

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
});
