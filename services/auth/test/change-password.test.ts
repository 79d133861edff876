import { randomUUID } from 'node:crypto';
import { forTests } from '@entrada/platform/testing/for-tests';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { PASSWORD, signUp, UNAUTHENTICATED } from './people.ts';

const NEW = 'an entirely new password';

const auth = forTests(() => runAuth({ AUTH_ATTEMPTS_PER_ADDRESS_MAX: '3' }));

test('without the old password nothing changes, and guessing it is limited like a log-in', async () => {
  const { email, accountId, session, sessionToken } = await signUp(auth);
  const guess = (oldPassword: string) =>
    auth.rpc.changePassword({ accountId, sessionId: session.id, oldPassword, newPassword: NEW });

  await expect(guess('a wrong old password')).rejects.toMatchObject({
    ...UNAUTHENTICATED,
    message: 'Wrong password',
  });
  await expect(guess('')).rejects.toMatchObject(UNAUTHENTICATED);
  await expect(auth.rpc.logIn({ email, password: NEW })).rejects.toMatchObject(UNAUTHENTICATED);
  await expect(guess(PASSWORD)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await auth.rpc.verifySession({ sessionToken });
});

test('an invalid new password is refused before an attempt is counted', async () => {
  const { accountId, session } = await signUp(auth);
  const change = { accountId, sessionId: session.id, oldPassword: PASSWORD };
  for (let n = 0; n < 5; n += 1) {
    await expect(
      auth.rpc.changePassword({ ...change, newPassword: 'short' }),
    ).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'newPassword must have 12 to 200 characters',
    });
  }
  await auth.rpc.changePassword({ ...change, newPassword: NEW });
});

test('of two parallel changes one succeeds', async () => {
  const { email, accountId } = await signUp(auth);
  const change = (newPassword: string) =>
    auth.rpc.changePassword({ accountId, sessionId: '', oldPassword: PASSWORD, newPassword });
  const news = ['the first new password', 'the second new password'];

  const outcomes = await Promise.allSettled(news.map(change));

  const wins = outcomes.filter(({ status }) => status === 'fulfilled');
  expect(wins).toHaveLength(1);
  const winner = news[outcomes.findIndex(({ status }) => status === 'fulfilled')] ?? '';
  await auth.db.query('delete from throttle');
  await auth.rpc.logIn({ email, password: winner });
});

test('the password of an unknown account cannot be changed', async () => {
  for (const accountId of [randomUUID(), 'malformed']) {
    const change = { accountId, oldPassword: PASSWORD, newPassword: NEW };
    await expect(auth.rpc.changePassword(change)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(auth.rpc.getAccount({ accountId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      reason: 'account_not_found',
    });
  }
  const { account, accountId } = await signUp(auth);
  expect((await auth.rpc.getAccount({ accountId })).account).toEqual(account);
});
