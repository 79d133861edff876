import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forTests } from '@entrada/platform/testing/for-tests';
import { newKey, PASSWORD, signUp } from '../../services/auth/test/people.ts';
import { codeFor } from '../../test/harness/authenticator.ts';
import { runAuth } from '../../test/harness/run-auth.ts';
import { runCommand } from './run-operator.ts';

const folder = mkdtempSync(join(tmpdir(), 'entrada-repeat-'));
const auth = forTests(() => runAuth());
afterAll(async () => {
  rmSync(folder, { recursive: true });
});

const logged = () => auth.service.runtime.logged;

function run(...args: string[]) {
  const env = {
    AUTH_ADDRESS: auth.service.address,
  };
  return runCommand(env, ...args);
}

async function repeat(lines: readonly string[]) {
  const file = join(folder, 'auth.log');
  writeFileSync(file, lines.join('\n'));
  const ran = await run('audit-log', 'repeat', file, '--reason', 'restored', '--json');
  return { ...ran, json: JSON.parse(ran.stdout || ran.stderr) };
}

/** Sets the database back to what it is now, when it is called. */
async function backup(): Promise<() => Promise<void>> {
  const tables = ['account', 'api_key', 'session', 'two_factor', 'audit_entry', 'audit_head'];
  for (const table of tables) {
    await auth.db.query(`drop table if exists ${table}_kept`);
    await auth.db.query(`create table ${table}_kept as table ${table}`);
  }
  return async () => {
    const steps = tables.flatMap((table) => [
      `alter table ${table} disable trigger all`,
      `delete from ${table}`,
      `insert into ${table} select * from ${table}_kept`,
      `alter table ${table} enable trigger all`,
    ]);
    await auth.db.query(steps.join(';'));
  };
}

test('keys, limits and passwords that a restored database forgot are revoked again, set again and reset, once', async () => {
  const { accountId, email, session } = await signUp(auth);
  const [kept, revoked, rotated] = [
    await newKey(auth, accountId),
    await newKey(auth, accountId),
    await newKey(auth, accountId),
  ];
  const restore = await backup();
  await auth.rpc.revokeKey({ accountId, keyId: revoked.keyId });
  await auth.rpc.rotateKey({ accountId, keyId: rotated.keyId, overlapSeconds: 0 });
  const change = { accountId, sessionId: session.id, oldPassword: PASSWORD };
  await auth.rpc.changePassword({ ...change, newPassword: 'an entirely new password' });
  const limit = { accountId, rateLimitPerSecond: 7 };
  await auth.rpc.setRateLimit({ ...limit, reason: 'slow' });
  await auth.rpc.setFrozen({ accountId, frozen: true, reason: 'abuse' });
  const lost = await signUp(auth);
  const { keyId } = await newKey(auth, lost.accountId);
  await auth.rpc.revokeKey({ accountId: lost.accountId, keyId });
  await restore();

  const { json, code } = await repeat(logged());

  expect({ json, code }).toMatchObject({
    json: {
      revoked: 2,
      rateLimits: [{ accountId, perSecond: 7 }],
      freezes: [{ accountId, frozen: true }],
      passwords: [{ accountId }],
      missing: [],
    },
    code: 0,
  });
  for (const { key } of [revoked, rotated]) {
    await expect(auth.rpc.verifyKey({ key })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  }
  expect(await auth.rpc.verifyKey({ key: kept.key })).toMatchObject({
    rateLimitPerSecond: 7,
    frozen: true,
  });
  await expect(auth.rpc.logIn({ email, password: PASSWORD })).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  });
  const { password } = json.passwords[0];
  expect(await auth.rpc.logIn({ email, password })).toMatchObject({ account: { id: accountId } });
  expect((await repeat(logged())).json).toMatchObject({
    revoked: 0,
    rateLimits: [],
    freezes: [],
    passwords: [],
  });
});

test('a second factor that came back with the backup is off again, though its owner has set up another since', async () => {
  const { accountId, email } = await signUp(auth);
  const setUp = async () => {
    const { secret } = await auth.rpc.beginTwoFactor({ accountId });
    await auth.rpc.confirmTwoFactor({ accountId, code: codeFor(secret) });
  };
  await setUp();
  const restore = await backup();
  await auth.rpc.resetTwoFactor({ accountId, reason: 'lost phone' });
  await setUp();
  await restore();

  const { json, code } = await repeat(logged());

  expect({ json, code }).toMatchObject({
    json: { factors: [{ accountId, isOff: false }] },
    code: 0,
  });
  const { account } = await auth.rpc.logIn({ email, password: PASSWORD });
  expect(account).toMatchObject({ id: accountId, twoFactor: false });
});

test('a copy that lacks lines is reported with the first that is missing, and what it has is repeated', async () => {
  const { accountId } = await signUp(auth);
  const { key, keyId } = await newKey(auth, accountId);
  const restore = await backup();
  const linesBefore = logged().length;
  await newKey(auth, accountId);
  const linesLost = logged().length;
  await auth.rpc.revokeKey({ accountId, keyId });
  await restore();
  const { rows } = await auth.db.query<{ seq: number }>('select seq from audit_head');

  const gap = [...logged().slice(0, linesBefore), ...logged().slice(linesLost)];
  const { json, code } = await repeat(gap);

  expect({ json, code }).toMatchObject({
    json: { revoked: 1, missing: [Number(rows[0]?.seq) + 1] },
    code: 1,
  });
  await expect(auth.rpc.verifyKey({ key })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});

test('where nothing was lost, nothing is repeated', async () => {
  const { accountId } = await signUp(auth);
  const { keyId } = await newKey(auth, accountId);
  const linesBefore = logged().length;
  await auth.rpc.revokeKey({ accountId, keyId });

  expect(await repeat(logged().slice(linesBefore))).toMatchObject({ json: { lost: 0 }, code: 0 });
  const empty = await repeat(['nothing of ours', '{"half']);
  expect(empty).toMatchObject({
    json: { error: expect.stringContaining('no line of the audit log') },
    code: 1,
  });
});

test('keys are listed and revoked by an operator, and what nobody has is said in words', async () => {
  const { accountId } = await signUp(auth);
  const { key, keyId } = await newKey(auth, accountId, { name: 'till 4' });
  const nobody = '018f2f6e-7b1c-4c54-9d55-000000000000';
  const why = ['--reason', 'leaked'];

  const listed = await run('keys', 'list', '--account', accountId);
  expect(listed.stdout).toMatch(new RegExp(`^${keyId}  ent_test_.*till 4.*last used never\n$`));
  expect(await run('keys', 'revoke', keyId, ...why)).toMatchObject({
    stdout: '1 key revoked, and refused everywhere within 5 s.\n',
    code: 0,
  });
  await expect(auth.rpc.verifyKey({ key })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(await run('keys', 'revoke', keyId, ...why)).toMatchObject({
    stdout: 'No key was usable: nothing was changed.\n',
    code: 0,
  });
  const unknown = {
    stdout: '',
    stderr: `Account not found: ${nobody}. Check the id.\n`,
    code: 1,
  };
  expect(await run('keys', 'list', '--account', nobody)).toEqual(unknown);
  expect(await run('keys', 'revoke', '--account', nobody, ...why)).toEqual(unknown);
  expect(await run('sessions', 'end', '--account', nobody, ...why)).toEqual(unknown);
  expect(await run('account', 'reset-password', nobody, ...why)).toEqual(unknown);
  expect(await run('keys', 'revoke', nobody, ...why)).toEqual({
    stdout: '',
    stderr: 'API key not found. Check the id.\n',
    code: 1,
  });
});
