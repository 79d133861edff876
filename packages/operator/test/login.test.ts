import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificateFolder } from '@entrada/platform/testing/identity';
import { HOUR_MS } from '@entrada/platform/time/units';
import { runCommand, runCommandAt, UNAVAILABLE } from './run-operator.ts';

test('a log-in is kept in files that only its owner reads, names the person, and expires', async () => {
  const home = mkdtempSync(join(tmpdir(), 'entrada-home-'));
  const own = { TLS_CERT_FILE: undefined, TLS_KEY_FILE: undefined, TLS_CA_FILE: undefined };
  const env = { ...UNAVAILABLE, ...own, HOME: home };
  try {
    const authority = ['--authority', certificateFolder(), '--hours', '1'];
    const logIn = ['login', 'bruno', ...authority, '--json'];
    const { stdout, code } = await runCommand(env, ...logIn);
    expect(code).toBe(0);
    const { certificate, until } = JSON.parse(stdout);
    const { subjectAltName, validTo } = new X509Certificate(readFileSync(certificate));
    expect(subjectAltName).toBe('URI:spiffe://entrada/operator/bruno');
    expect(Math.abs(Date.parse(validTo) - Date.parse(until))).toBeLessThan(1_000);
    const again = await runCommand(env, ...logIn);
    expect(again).toMatchObject({ stderr: '', code: 0 });
    const key = certificate.replace(/pem$/, 'key');
    expect(statSync(key).mode & 0o077).toBe(0);

    const earlier = new Date(Date.now() - 2 * HOUR_MS);
    await runCommandAt(earlier, env, ...logIn);
    const decision = ['parked', 'discard', '1', '--service', 'ledger', '--reason', 'a test'];
    const expired = await runCommand(env, ...decision);
    expect(expired.stderr).toBe(
      'The log-in of bruno has expired. Log in with operator login <your name>.\n',
    );
  } finally {
    rmSync(home, { recursive: true });
  }
});

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
