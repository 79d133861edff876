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

test('a pool in full use is ready while it gives connections, and not when it has given none for seconds', async () => {
  await using database = await freshDatabase('messaging');
  const runtime = testRuntime();
  const config = { databaseUrl: database.url, databasePoolMax: 1 };
  await using opened = await openDatabase(config, [MESSAGING_MIGRATIONS], runtime);
  const { pool } = opened;
  runtime.health.started();
  const readyProblems = () => {
    void pool.connect().then(
      (client) => client.release(),
      () => {},
    );
    return runtime.health.readyProblems();
  };
  const held = await pool.connect();
  expect(await readyProblems()).toEqual([]);
  await eventually(async () =>
    expect(await readyProblems()).toEqual([expect.stringMatching(/^database: /)]),
  );
  held.release();
  await eventually(async () => expect(await readyProblems()).toEqual([]));
});
