import { randomBytes } from 'node:crypto';
import { prune } from '@entrada/platform/db/prune';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { DAY_MS } from '@entrada/platform/time/units';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { LEFTOVERS } from '../src/store/leftovers.ts';
import { newEmail, newKey, ORIGIN, PASSWORD, signUp, UNAUTHENTICATED } from './people.ts';

const ENDED = { code: 'UNAUTHENTICATED', reason: 'session_required', message: 'Session has ended' };

const auth = forTests(() => runAuth());

async function setSession(id: string, assignment: string): Promise<void> {
  await auth.db.query(`update session set ${assignment} where id = $1`, [id]);
}

async function rowOf(id: string) {
  const { rows } = await auth.db.query('select *, xmin from session where id = $1', [id]);
  return rows[0];
}

test('each log-in opens a session of its own, with its origin', async () => {
  const { email, account, sessionToken: first } = await signUp(auth);

  const entered = await auth.rpc.logIn({ email, password: PASSWORD, origin: ORIGIN });

  expect(entered.account).toEqual(account);
  expect(entered.session?.origin).toEqual(ORIGIN);
  expect(entered.sessionToken).not.toBe(first);
  await auth.rpc.verifySession({ sessionToken: first });
  await auth.rpc.verifySession({ sessionToken: entered.sessionToken });
});

test('the token is stored only as its hash, and never logged', async () => {
  const { sessionToken, session } = await signUp(auth);
  await auth.rpc.verifySession({ sessionToken });

  const row = await rowOf(session.id);

  expect(row.digest).toHaveLength(32);
  expect(JSON.stringify(row)).not.toContain(sessionToken);
  const bytes = Buffer.from(sessionToken, 'base64url');
  expect(row.digest.equals(bytes)).toBe(false);
  expect(auth.service.runtime.logged.join('')).not.toContain(sessionToken);
});

test.each([
  ['unknown', () => randomBytes(32).toString('base64url')],
  ['empty', () => ''],
  ['with a null byte', () => '\u0000'],
  ['huge', () => 'x'.repeat(100_000)],
  ['expired', () => newTokenWith(`expires_at = now() - interval '1 second'`)],
  ['revoked', () => newTokenWith(`revoked_at = now()`)],
])('a token that is %s has no session', async (_what, make) => {
  const sessionToken = await make();
  await expect(auth.rpc.verifySession({ sessionToken })).rejects.toMatchObject(ENDED);
});

async function newTokenWith(assignment: string): Promise<string> {
  const { session, sessionToken } = await signUp(auth);
  await setSession(session.id, assignment);
  return sessionToken;
}

test('a use extends the expiry, but not again within minutes', async () => {
  const { session, sessionToken } = await signUp(auth);
  await setSession(
    session.id,
    `last_seen_at = now() - interval '1 hour',
                                expires_at = now() + interval '23 hours'`,
  );

  const visits = [];
  for (let n = 0; n < 5; n += 1) visits.push(await auth.rpc.verifySession({ sessionToken }));

  const [first] = visits;
  const { expires_at: expiresAt, xmin } = await rowOf(session.id);
  expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(0.99 * DAY_MS);
  expect(first?.session?.expiresAt).toBe(expiresAt.toISOString());
  expect(visits.map((visit) => visit.session?.lastSeenAt)).toEqual(
    visits.map(() => first?.session?.lastSeenAt),
  );
  await auth.rpc.verifySession({ sessionToken });
  expect((await rowOf(session.id)).xmin).toBe(xmin);
});

test('a session is extended to seven days at most', async () => {
  const { session, sessionToken } = await signUp(auth);
  await setSession(
    session.id,
    `created_at = now() - interval '6.5 days', last_seen_at = now() - interval '1 hour'`,
  );

  await auth.rpc.verifySession({ sessionToken });

  const { created_at: createdAt, expires_at: expiresAt } = await rowOf(session.id);
  expect(expiresAt.getTime() - createdAt.getTime()).toBe(7 * DAY_MS);
});

test('using a new session writes nothing', async () => {
  const { session, sessionToken } = await signUp(auth);
  const before = await rowOf(session.id);
  await Promise.all(Array.from({ length: 10 }, () => auth.rpc.verifySession({ sessionToken })));
  expect(await rowOf(session.id)).toEqual(before);
});

test('the list has only the live sessions of the account, newest first', async () => {
  const { email, accountId, session } = await signUp(auth);
  await signUp(auth);
  const second = await auth.rpc.logIn({ email, password: PASSWORD });
  const third = await auth.rpc.logIn({ email, password: PASSWORD });
  await setSession(second.session?.id ?? '', `expires_at = now() - interval '1 second'`);

  const { sessions } = await auth.rpc.listSessions({ accountId });

  expect(sessions).toEqual([third.session, session]);
  expect((await auth.rpc.listSessions({ accountId: 'malformed' })).sessions).toEqual([]);
});

test('a session that was ended is over on every replica; ending it again changes nothing', async () => {
  const { accountId, session, sessionToken } = await signUp(auth);
  await using other = await auth.startAnother();
  const ending = { accountId, sessionId: session.id };

  await auth.rpc.revokeSession(ending);
  const { revoked_at: revokedAt } = await rowOf(session.id);
  await auth.rpc.revokeSession(ending);

  await expect(other.rpc.verifySession({ sessionToken })).rejects.toMatchObject(ENDED);
  expect((await auth.rpc.listSessions({ accountId })).sessions).toEqual([]);
  expect((await rowOf(session.id)).revoked_at).toEqual(revokedAt);
});

test('an account has at most 100 sessions: a new one ends the oldest', async () => {
  const { email, accountId, session, sessionToken } = await signUp(auth);
  await auth.db.query(
    `insert into session (id, account_id, digest, created_at, last_seen_at, expires_at, ip, user_agent)
     select gen_random_uuid(), $1, sha256(n::text::bytea), now(), now(), now() + interval '1 day', '', ''
       from generate_series(1, 99) n`,
    [accountId],
  );

  await auth.rpc.logIn({ email, password: PASSWORD });

  const { sessions } = await auth.rpc.listSessions({ accountId });
  expect(sessions).toHaveLength(100);
  expect(sessions.map(({ id }) => id)).not.toContain(session.id);
  await expect(auth.rpc.verifySession({ sessionToken })).rejects.toMatchObject(UNAUTHENTICATED);
});

test('the origin of a session is stored bounded and without control characters', async () => {
  const { email } = await signUp(auth);
  const origin = { ip: '::ffff:198.51.100.1', userAgent: `a\u0000b\n${'x'.repeat(5_000)}` };
  const { session } = await auth.rpc.logIn({ email, password: PASSWORD, origin });
  expect(session?.origin?.ip).toBe('198.51.100.1');
  expect(session?.origin?.userAgent).toMatch(/^a b x{196}$/);

  const odd = { ip: '1.2.3.4; drop table', userAgent: '' };
  const again = await auth.rpc.logIn({ email, password: PASSWORD, origin: odd });
  expect(again.session?.origin?.ip).toBe('');
});

test('expired rows are removed, all others stay', async () => {
  const { accountId, sessionToken } = await signUp(auth);
  const [live, justRevoked, longRevoked, longExpired] = await Promise.all(
    Array.from({ length: 4 }, () => newKey(auth, accountId)),
  );
  const setKey = (keyId: string | undefined, assignment: string) =>
    auth.db.query(`update api_key set ${assignment} where id = $1`, [keyId]);
  await setKey(justRevoked?.keyId, 'revoked_at = now()');
  await setKey(longRevoked?.keyId, `revoked_at = now() - interval '181 days'`);
  await setKey(longExpired?.keyId, `expires_at = now() - interval '181 days'`);
  const digests = Array.from({ length: 50 }, () => randomBytes(32));
  await auth.db.query(
    `insert into throttle (bucket, attempts, resets_at)
     select bucket, 1, now() - interval '1 minute' from unnest($1::bytea[]) bucket`,
    [digests],
  );
  await auth.db.query(
    `insert into session
       (id, account_id, digest, created_at, last_seen_at, expires_at, ip, user_agent)
     select gen_random_uuid(), $1, digest, now(), now(), now() - interval '1 minute', '', ''
       from unnest($2::bytea[]) digest`,
    [accountId, digests],
  );

  for (const statement of LEFTOVERS) await prune(auth.db, statement);

  const { rows } = await auth.db.query(
    `select (select count(*) from throttle where resets_at < now()) as attempts, (select count(*) from session where account_id = $1) as sessions`,
    [accountId],
  );
  expect(rows).toEqual([{ attempts: 0, sessions: 1 }]);
  const { apiKeys } = await auth.rpc.listKeys({ accountId });
  const ids = apiKeys.map(({ id }) => id);
  expect(ids.toSorted()).toEqual([live?.keyId, justRevoked?.keyId].toSorted());
  await auth.rpc.verifySession({ sessionToken });
});

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
