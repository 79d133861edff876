import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificateFolder } from '@entrada/platform/testing/identity';
import { HOUR_MS } from '@entrada/platform/time/units';
import { runCommand, runCommandAt, UNAVAILABLE } from './run-operator.ts';

const DECISION = ['parked', 'discard', '1', '--service', 'ledger', '--reason', 'a test'];

/** Settings of a person who has not logged in yet. */
function newHome() {
  const home = mkdtempSync(join(tmpdir(), 'entrada-home-'));
  const own = { TLS_CERT_FILE: undefined, TLS_KEY_FILE: undefined, TLS_CA_FILE: undefined };
  return {
    env: { ...UNAVAILABLE, ...own, HOME: home },
    folder: join(home, '.entrada'),
    [Symbol.dispose]: () => rmSync(home, { recursive: true }),
  };
}

const logInOf = (name: string) => {
  const asked = ['--authority', certificateFolder(), '--hours', '1', '--json'];
  return ['login', name, ...asked];
};

test('a log-in is kept in files that only its owner reads, names the person, and expires', async () => {
  using home = newHome();
  const { env } = home;
  const { stdout, code } = await runCommand(env, ...logInOf('bruno'));
  expect(code).toBe(0);
  const { certificate, until } = JSON.parse(stdout);
  const { subjectAltName, validTo } = new X509Certificate(readFileSync(certificate));
  expect(subjectAltName).toBe('URI:spiffe://entrada/operator/bruno');
  expect(Math.abs(Date.parse(validTo) - Date.parse(until))).toBeLessThan(1_000);
  const again = await runCommand(env, ...logInOf('bruno'));
  expect(again).toMatchObject({ stderr: '', code: 0 });
  expect(statSync(certificate).mode & 0o077).toBe(0);

  const earlier = new Date(Date.now() - 2 * HOUR_MS);
  await runCommandAt(earlier, env, ...logInOf('bruno'));
  const expired = await runCommand(env, ...DECISION);
  expect(expired.stderr).toBe(
    'The log-in of bruno has expired. Log in with operator login <your name> (npm run operator -- login <your name>).\n',
  );
});

test('of log-ins at the same time in one home each succeeds, and one of them is there whole', async () => {
  using home = newHome();
  const names = Array.from({ length: 8 }, (_, index) => `person-${index}`);

  const ran = await Promise.all(names.map((name) => runCommand(home.env, ...logInOf(name))));

  expect(ran.map(({ stderr, code }) => ({ stderr, code }))).toEqual(
    names.map(() => ({ stderr: '', code: 0 })),
  );
  expect(readdirSync(home.folder).sort()).toEqual(['operator.pem', 'services-ca.pem']);
  const kept = readFileSync(join(home.folder, 'operator.pem'));
  expect(new X509Certificate(kept).checkPrivateKey(createPrivateKey(kept))).toBe(true);
});

test.each([
  ['of another log-in', async () => keyOfAna()],
  ['missing', async () => 'nothing'],
])('a log-in whose key is %s says what to do', async (_, keyFile) => {
  using home = newHome();
  await runCommand(home.env, ...logInOf('bruno'));
  const key = join(home.folder, 'operator.key');
  writeFileSync(key, await keyFile());

  const { stderr, code } = await runCommand({ ...home.env, TLS_KEY_FILE: key }, ...DECISION);

  expect(code).toBe(2);
  expect(stderr).toBe(
    'The log-in of bruno cannot be used. Log in with operator login <your name> (npm run operator -- login <your name>).\n',
  );
});

async function keyOfAna(): Promise<Buffer> {
  using ana = newHome();
  await runCommand(ana.env, ...logInOf('ana'));
  return readFileSync(join(ana.folder, 'operator.pem'));
}

test.each(['', 'Ana', '../ana', 'a'.repeat(64), 'ana/root'])(
  'nobody is called %j',
  async (name) => {
    const { stderr, code } = await runCommand(
      {},
      'login',
      name,
      '--authority',
      certificateFolder(),
    );
    expect(code).toBe(2);
    expect(stderr).toMatch(/small letters/);
  },
);
