import { randomBytes } from 'node:crypto';
import { CannotOpen } from '@entrada/platform/crypto/seal';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { codeFor } from '../../../test/harness/authenticator.ts';
import { type RunningAuth, runAuth } from '../../../test/harness/run-auth.ts';
import { openVault } from '../src/store/vault.ts';
import { newKey, PASSWORD, signUp } from './people.ts';

const [OLD, NEW, OTHER] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const both = (current: Buffer, previous: Buffer) => ({
  AUTH_SECRET_KEY: current.toString('base64'),
  AUTH_SECRET_KEY_PREVIOUS: previous.toString('base64'),
});

const [OLD_PEPPER, NEW_PEPPER] = [OLD.toString('base64'), NEW.toString('base64')];

const auth = forTests(() =>
  runAuth({ AUTH_SECRET_KEY: OLD.toString('base64'), AUTH_KEY_PEPPER: OLD_PEPPER }),
);

/** An account with two-factor on, as if it had been confirmed by a code of the minute before. */
async function guarded() {
  const { accountId, email } = await signUp(auth);
  const { secret } = await auth.rpc.beginTwoFactor({ accountId });
  const { recoveryCodes } = await auth.rpc.confirmTwoFactor({ accountId, code: codeFor(secret) });
  const logIn = async (at: Pick<RunningAuth, 'rpc'>, code: string) => {
    const before = 'update two_factor set last_step = last_step - 2 where account_id = $1';
    await auth.db.query(before, [accountId]);
    return at.rpc.logIn({ email, password: PASSWORD, code });
  };
  const sealed = async (): Promise<Buffer> => {
    const stored = 'select sealed_secret from two_factor where account_id = $1';
    return (await auth.db.query(stored, [accountId])).rows[0].sealed_secret;
  };
  return { accountId, secret, recoveryCodes, logIn, sealed };
}

test('two-factor secrets move to a new key while both are known, and open with it alone afterwards', async () => {
  const { accountId, secret, logIn, sealed } = await guarded();
  const row = `two_factor/${accountId}`;
  const isMoved = async () => expect(openVault(NEW).open(row, await sealed())).toBe(secret);
  await using overlapping = new AsyncDisposableStack();
  const before = overlapping.use(await auth.startAnother(both(OLD, NEW)));
  await logIn(before, codeFor(secret));
  expect(openVault(OLD).open(row, await sealed())).toBe(secret);

  await using during = await auth.startAnother(both(NEW, OLD));

  await eventually(async () => {
    const moved = await sealed();
    expect(openVault(NEW).open(row, moved)).toBe(secret);
    expect(() => openVault(OLD).open(row, moved)).toThrow(CannotOpen);
  });
  for (const process of [before, during]) await logIn(process, codeFor(secret));
  // As long as it runs, it moves secrets to its own key again.
  await overlapping.disposeAsync();
  await eventually(isMoved);
  await using after = await auth.startAnother({ AUTH_SECRET_KEY: NEW.toString('base64') });
  expect(await logIn(after, codeFor(secret))).toMatchObject({ account: { twoFactor: true } });
});

test('a recovery code of the key before is accepted once while both are known, and new codes outlast it', async () => {
  const { accountId, secret, recoveryCodes, logIn } = await guarded();
  const [first = '', second = ''] = recoveryCodes;
  await using during = await auth.startAnother(both(NEW, OLD));

  await logIn(during, first);

  await expect(logIn(during, first)).rejects.toMatchObject({ reason: 'wrong_code' });
  await using after = await auth.startAnother({ AUTH_SECRET_KEY: NEW.toString('base64') });
  await expect(logIn(after, second)).rejects.toMatchObject({ reason: 'wrong_code' });
  const replaced = await during.rpc.replaceRecoveryCodes({ accountId, code: codeFor(secret) });
  expect(await logIn(after, replaced.recoveryCodes[0] ?? '')).toMatchObject({ account: {} });
});

test('a secret that neither key opens is named in the log and does not keep the others from moving', async () => {
  const [unreadable, readable] = [await guarded(), await guarded()];
  const foreign = openVault(OTHER).seal(`two_factor/${unreadable.accountId}`, unreadable.secret);
  const replace = 'update two_factor set sealed_secret = $2 where account_id = $1';
  await auth.db.query(replace, [unreadable.accountId, foreign]);

  await using during = await auth.startAnother(both(NEW, OLD));

  const row = `two_factor/${readable.accountId}`;
  await eventually(async () =>
    expect(openVault(NEW).open(row, await readable.sealed())).toBe(readable.secret),
  );
  await eventually(() =>
    expect(during.runtime.logged.join('\n')).toMatch(
      `neither key opens the two-factor secrets of accounts ${unreadable.accountId}`,
    ),
  );
  expect(await unreadable.sealed()).toEqual(foreign);
});

test('keys survive a change of the pepper if they were used during it', async () => {
  const { accountId } = await signUp(auth);
  const [used, unused] = [await newKey(auth, accountId), await newKey(auth, accountId)];
  await using during = await auth.startAnother({
    AUTH_KEY_PEPPER: NEW_PEPPER,
    AUTH_KEY_PEPPER_PREVIOUS: OLD_PEPPER,
  });
  const made = await newKey(during, accountId);
  for (let n = 0; n < 3; n += 1) {
    expect(await during.rpc.verifyKey({ key: used.key })).toMatchObject({ keyId: used.keyId });
  }

  await using after = await auth.startAnother({ AUTH_KEY_PEPPER: NEW_PEPPER });

  expect(await after.rpc.verifyKey({ key: used.key })).toMatchObject({ keyId: used.keyId });
  expect(await after.rpc.verifyKey({ key: made.key })).toMatchObject({ keyId: made.keyId });
  await expect(after.rpc.verifyKey({ key: unused.key })).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  });
  expect(await during.rpc.verifyKey({ key: unused.key })).toMatchObject({ keyId: unused.keyId });
});

test('a key used in parallel while its pepper changes is never refused', async () => {
  const { accountId } = await signUp(auth);
  const { key, keyId } = await newKey(auth, accountId);
  await using during = await auth.startAnother({
    AUTH_KEY_PEPPER: NEW_PEPPER,
    AUTH_KEY_PEPPER_PREVIOUS: OLD_PEPPER,
  });
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => during.rpc.verifyKey({ key })),
  );
  expect(replies.map((reply) => reply.keyId)).toEqual(replies.map(() => keyId));
});
