import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withDatabaseTls } from '../../src/config/common-settings.ts';
import { openPool } from '../../src/db/pool.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { requiredAddress } from '../../src/testing/environment.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import { type Certificate, selfSigned, startTlsFront } from '../support/tls-front.ts';

const folder = mkdtempSync(join(tmpdir(), 'entrada-store-tls-'));
const [ours, foreign] = [join(folder, 'ours.pem'), join(folder, 'foreign.pem')];
let certificate: Certificate;

beforeAll(async () => {
  certificate = await selfSigned();
  writeFileSync(ours, certificate.cert);
  writeFileSync(foreign, (await selfSigned()).cert);
});
afterAll(() => rmSync(folder, { recursive: true }));

const throughFront = (address: URL, port: number) => {
  const url = new URL(address);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
};

test('settings complete the URLs of databases, and not what a URL says itself', () => {
  const env = {
    DATABASE_URL_AUTH: 'postgres://u:p@db/auth',
    DATABASE_URL_LEDGER: 'postgres://u:p@db/ledger?sslmode=disable',
    DATABASE_URL_BANK: 'not a url',
    OTHER: 'postgres://u:p@db/other',
  };
  expect(withDatabaseTls(env)).toEqual(env);
  expect(withDatabaseTls({ ...env, DATABASE_TLS_CA_FILE: '/ca.crt' })).toEqual({
    ...env,
    DATABASE_URL_AUTH: 'postgres://u:p@db/auth?sslmode=verify-full&sslrootcert=%2Fca.crt',
    DATABASE_TLS_CA_FILE: '/ca.crt',
  });
  expect(withDatabaseTls({ ...env, DATABASE_SSLMODE: 'verify-full' }).DATABASE_URL_AUTH).toBe(
    'postgres://u:p@db/auth?sslmode=verify-full',
  );
});

describeNeeding(['postgres'], 'Postgres over TLS', () => {
  test('queries are encrypted, and a server of another authority is refused', async () => {
    const address = new URL(requiredAddress('TEST_POSTGRES_URL'));
    await using front = await startTlsFront(address, certificate, 'postgres');
    const { log } = testRuntime();
    const urlWith = (env: Record<string, string>) =>
      withDatabaseTls({ DATABASE_URL_X: throughFront(address, front.port), ...env })
        .DATABASE_URL_X ?? '';
    const query = async (env: Record<string, string>) => {
      const pool = openPool(urlWith(env), { max: 1, log });
      try {
        return (await pool.query('select 1 as one')).rows;
      } finally {
        await pool.end();
      }
    };
    await eventually(async () =>
      expect(await query({ DATABASE_TLS_CA_FILE: ours })).toEqual([{ one: 1 }]),
    );
    expect(front.encrypted()).toBeGreaterThan(0);
    for (const env of [{ DATABASE_TLS_CA_FILE: foreign }, { DATABASE_SSLMODE: 'verify-full' }]) {
      await eventually(() => expect(query(env)).rejects.toThrow(/self-signed/));
    }
    await expect(query({})).rejects.toThrow();
  });
});
