import { MESSAGING_MIGRATIONS } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/pool.ts';
import { freshDatabase } from '../../src/testing/database.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';

test('the warm-up of a service opens half of its database connections', async () => {
  await using database = await freshDatabase('messaging');
  const runtime = testRuntime();
  const config = { databaseUrl: database.url, databasePoolMax: 6 };
  await using opened = await openDatabase(config, [MESSAGING_MIGRATIONS], runtime);
  expect(opened.pool.totalCount).toBeLessThan(3);

  // On a busy machine a connection may take longer than it is allowed to.
  await eventually(async () => expect(await runtime.health.warmUp()).toEqual([]));

  expect(opened.pool.totalCount).toBe(3);
});
