import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { newEmail, PASSWORD, signUp } from './people.ts';

const auth = forTests(() => runAuth());

const BLOCKED = `select from pg_stat_activity
                  where datname = current_database() and wait_event_type = 'Lock'`;

/** Replaces the password after it was checked and before the session or proof is stored. */
async function whileReplaced(accountId: string, act: () => Promise<unknown>): Promise<unknown> {
  const another = { email: newEmail(), password: 'another long pass phrase', name: 'Other' };
  const { account: other } = await auth.rpc.createAccount(another);
  const client = await auth.db.connect();
  try {
    await client.query('begin');
    await client.query('select from account where id = $1 for no key update', [accountId]);
    const outcome = act().catch((error: unknown) => error);
    await eventually(async () => expect((await auth.db.query(BLOCKED)).rowCount).toBe(1));
    await client.query(
      `update account
          set password_hash = (select password_hash from account where id = $2)
        where id = $1`,
      [accountId, other?.id],
    );
    await client.query('commit');
    return await outcome;
  } finally {
    client.release();
  }
}

test('a log-in under way while the password is replaced opens no session', async () => {
  const { email, accountId } = await signUp(auth);

  const outcome = await whileReplaced(accountId, () =>
    auth.rpc.logIn({ email, password: PASSWORD }),
  );

  expect(outcome).toMatchObject({ reason: 'wrong_credentials' });
  expect((await auth.rpc.listSessions({ accountId })).sessions).toHaveLength(1);
});

test('a proof under way while the password is replaced proves nothing', async () => {
  const { accountId, session, sessionToken } = await signUp(auth);

  const outcome = await whileReplaced(accountId, () =>
    auth.rpc.proveSession({ accountId, sessionId: session.id, password: PASSWORD }),
  );

  expect(outcome).toMatchObject({ reason: 'wrong_credentials' });
  expect((await auth.rpc.verifySession({ sessionToken })).session?.proofAt).toBe(session.proofAt);
});
