import { randomUUID } from 'node:crypto';
import { forTests } from '@entrada/platform/testing/for-tests';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { newEmail, newKey, PASSWORD, signUp, UNAUTHENTICATED } from './people.ts';

const DECISION = { reason: 'auth restored' };

const auth = forTests(() => runAuth());

const lineAbout = async (subject: string) => {
  const text = 'select actor, action, account_id, detail from audit_entry where subject = $1';
  const { rows } = await auth.db.query(`${text} order by seq desc limit 1`, [subject]);
  return rows[0];
};

const inASecond = () => new Date(Date.now() + 1_000).toISOString();

test('accounts that auth does not have are found among those that others know', async () => {
  const { accountId } = await signUp(auth);
  const lost = randomUUID();
  const asked = { accountIds: [accountId, lost] };

  expect(await auth.rpc.findUnknownAccounts(asked)).toEqual({ accountIds: [lost] });
  await expect(auth.rpc.findUnknownAccounts({ accountIds: ['x'] })).rejects.toMatchObject({
    message: 'accountIds must be a UUID',
  });
  const tooMany = Array.from({ length: 1_001 }, () => lost);
  await expect(auth.rpc.findUnknownAccounts({ accountIds: tooMany })).rejects.toMatchObject({
    message: 'accountIds must have at most 1000 items',
  });
});

test('an account that was lost is created again under its id, and its owner logs in', async () => {
  const [accountId, email] = [randomUUID(), newEmail()];
  const { password } = await auth.rpc.restoreAccount({
    ...{ accountId, email, name: 'Shop' },
    ...DECISION,
  });

  expect(await lineAbout(`account:${accountId}`)).toMatchObject({
    actor: 'operator:ana',
    action: 'account.restored',
    account_id: accountId,
    detail: '{"reason":"auth restored"}',
  });
  expect(await auth.rpc.logIn({ email, password })).toMatchObject({ account: { id: accountId } });
});

test('an account that exists is not created again, and an address that is taken is refused', async () => {
  const { accountId, email } = await signUp(auth);
  const restore = (more: object) =>
    auth.rpc.restoreAccount({ accountId, email: newEmail(), name: 'Shop', ...DECISION, ...more });

  await expect(restore({})).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Account already exists',
  });
  await expect(restore({ accountId: randomUUID(), email })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'The e-mail address is already registered',
  });
  await expect(restore({ accountId: 'x' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await expect(restore({ accountId: randomUUID(), email: 'x' })).rejects.toMatchObject({
    message: 'email must be an e-mail address',
  });
  expect(await auth.rpc.logIn({ email, password: PASSWORD })).toMatchObject({
    account: { id: accountId },
  });
});

test('a password that an operator resets replaces the old one and ends every session', async () => {
  const { accountId, email, sessionToken } = await signUp(auth);

  const { password, sessionsEnded } = await auth.rpc.resetPassword({ accountId, ...DECISION });

  expect(sessionsEnded).toBe(1);
  await expect(auth.rpc.verifySession({ sessionToken })).rejects.toMatchObject(UNAUTHENTICATED);
  await expect(auth.rpc.logIn({ email, password: PASSWORD })).rejects.toMatchObject(
    UNAUTHENTICATED,
  );
  expect(await auth.rpc.logIn({ email, password })).toMatchObject({ account: { id: accountId } });
});

test('an operator revokes one key, every key of an account, or every key from before a time', async () => {
  const [one, other] = [await signUp(auth), await signUp(auth)];
  const keys = [
    await newKey(auth, one.accountId),
    await newKey(auth, one.accountId),
    await newKey(auth, other.accountId),
  ] as const;
  const usable = async () => {
    const verified = await Promise.allSettled(keys.map(({ key }) => auth.rpc.verifyKey({ key })));
    return verified.map(({ status }) => status === 'fulfilled');
  };

  const first = { keyId: keys[0].keyId, ...DECISION };
  expect(await auth.rpc.revokeKeys(first)).toEqual({ revoked: 1, more: false });
  expect(await usable()).toEqual([false, true, true]);
  expect(await auth.rpc.revokeKeys(first)).toEqual({ revoked: 0, more: false });
  const ofOne = { accountId: one.accountId, ...DECISION };
  expect(await auth.rpc.revokeKeys(ofOne)).toEqual({ revoked: 1, more: false });
  expect(await usable()).toEqual([false, false, true]);

  const later = await auth.rpc.revokeKeys({ createdBefore: inASecond(), ...DECISION });
  expect(later.revoked).toBeGreaterThanOrEqual(1);
  expect(await usable()).toEqual([false, false, false]);
  expect(await lineAbout(`key:${keys[2].keyId}`)).toMatchObject({
    actor: 'operator:ana',
    action: 'key.revoked',
    account_id: other.accountId,
  });
});

test('a key that is younger than the given time stays usable', async () => {
  const { accountId } = await signUp(auth);
  const before = new Date(Date.now() - 1_000).toISOString();
  const { key } = await newKey(auth, accountId);
  await auth.rpc.revokeKeys({ createdBefore: before, ...DECISION });
  expect(await auth.rpc.verifyKey({ key })).toMatchObject({ accountId });
});

test('an operator ends the sessions of an account, or every session from before a time', async () => {
  const [one, other] = [await signUp(auth), await signUp(auth)];
  const isOpen = ({ sessionToken }: { sessionToken: string }) =>
    auth.rpc.verifySession({ sessionToken }).then(
      () => true,
      () => false,
    );

  const ofOne = { accountId: one.accountId, ...DECISION };
  expect(await auth.rpc.endSessions(ofOne)).toEqual({ ended: 1, more: false });
  expect([await isOpen(one), await isOpen(other)]).toEqual([false, true]);
  await auth.rpc.endSessions({ openedBefore: inASecond(), ...DECISION });
  expect(await isOpen(other)).toBe(false);
  expect(await lineAbout('service:auth')).toMatchObject({
    actor: 'operator:ana',
    action: 'sessions.ended',
  });
});

test('a decision without a reason or a subject is refused', async () => {
  const { accountId } = await signUp(auth);
  for (const call of [auth.rpc.revokeKeys, auth.rpc.endSessions]) {
    for (const incomplete of [DECISION, { accountId }]) {
      await expect(call(incomplete)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
  }
});

test('a request for a second person has no text that could make a terminal show something else', async () => {
  const terms = { accountId: randomUUID(), feeBasisPoints: 50, reason: 'known\u001b[3Apayer' };
  const asking = {
    approvalId: randomUUID(),
    decision: 'SetTerms',
    request: JSON.stringify(terms),
  };
  await expect(auth.rpc.askForApproval(asking)).rejects.toMatchObject({
    message: 'request must have no control or invisible characters',
  });
});
