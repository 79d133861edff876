import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@entrada/platform/testing/free-port';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../src/provision/embedded-postgres.ts';

const FAST = { fsync: 'off' };

let folder: string;
let dataFolder: string;

beforeAll(() => {
  // Like the folder of a clone that only its owner, often root, may enter.
  folder = mkdtempSync(join(tmpdir(), 'entrada-provision-'));
  dataFolder = join(folder, 'postgres');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('data and password survive a stop and a new start', async () => {
  const first = await startEmbeddedPostgres({ dataFolder, settings: FAST });
  await query(first.adminUrl, 'create table kept (n int); insert into kept values (7)');
  await first.stop();

  await using second = await startEmbeddedPostgres({ dataFolder, settings: FAST });

  expect(await query(second.adminUrl, 'select n from kept')).toEqual([{ n: 7 }]);
});

test('a lock left by a crash does not prevent a start, though its pid now belongs to another', async () => {
  const first = await startEmbeddedPostgres({ dataFolder, settings: FAST });
  const lockFile = join(dataFolder, 'cluster', 'postmaster.pid');
  const lock = readFileSync(lockFile, 'utf8');
  await first.stop();
  writeFileSync(lockFile, lock.replace(/^\d+/, String(process.pid)));

  await using second = await startEmbeddedPostgres({ dataFolder, settings: FAST });

  expect(await query(second.adminUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a folder in use by a live server is refused with a plain sentence', async () => {
  await using server = await startEmbeddedPostgres({ dataFolder, settings: FAST });

  await expect(startEmbeddedPostgres({ dataFolder })).rejects.toThrow(
    `Another Postgres (process ${server.pid()}) is using ${join(dataFolder, 'cluster')}.`,
  );
});

test('a taken port is refused with a plain sentence', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  try {
    await expect(startEmbeddedPostgres({ dataFolder, port, settings: FAST })).rejects.toThrow(
      `Port ${port} is taken`,
    );
  } finally {
    other.close();
  }
});

test('an initialisation that was interrupted is done again', async () => {
  const interrupted = join(folder, 'interrupted');
  mkdirSync(join(interrupted, 'cluster.unfinished', 'base'), { recursive: true });

  await using server = await startEmbeddedPostgres({ dataFolder: interrupted, settings: FAST });

  expect(await query(server.adminUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('the password is needed and is for its owner only', async () => {
  await using server = await startEmbeddedPostgres({ dataFolder, settings: FAST });
  const wrong = new URL(server.adminUrl);
  wrong.password = 'wrong';

  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
  expect(statSync(join(dataFolder, 'password')).mode & 0o777).toBe(0o600);
});

test('text is UTF-8 and sorts alike on every machine', async () => {
  await using server = await startEmbeddedPostgres({ dataFolder, settings: FAST });
  const sql = 'select pg_encoding_to_char(encoding) as encoding, datlocale from pg_database';

  const databases = await query(server.adminUrl, `${sql} where datname = 'postgres'`);

  expect(databases).toEqual([{ encoding: 'UTF8', datlocale: 'C.UTF-8' }]);
});

test('no process remains after a stop', async () => {
  const server = await startEmbeddedPostgres({ dataFolder, settings: FAST });
  const pid = server.pid();
  expect(process.kill(pid, 0)).toBe(true);

  await server.stop();

  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
