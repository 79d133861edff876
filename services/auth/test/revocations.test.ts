import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { type RunningAuth, runAuth } from '../../../test/harness/run-auth.ts';
import { openRevocationFeed } from '../src/store/revocations.ts';
import { newKey, PASSWORD, signUp } from './people.ts';

/** What P5 promises; a push takes a few milliseconds. */
const PROMISED_MS = 5_000;

const auth = forTests(() => runAuth());

/** Reads a stream from a replica into lists, from its first message on. */
async function watch({ rpc }: Pick<RunningAuth, 'rpc'>) {
  const hangUp = new AbortController();
  const received = { keyIds: [] as string[], sessionIds: [] as string[], messages: 0 };
  const options = { signal: hangUp.signal, silenceMaxMs: 60_000 };
  const reading = (async () => {
    for await (const { keyIds, sessionIds } of rpc.watchRevocations({}, options)) {
      received.keyIds.push(...keyIds);
      received.sessionIds.push(...sessionIds);
      received.messages += 1;
    }
  })();
  await eventually(() => received.messages > 0);
  return {
    received,
    async [Symbol.asyncDispose]() {
      hangUp.abort();
      await reading;
    },
  };
}

test('a revocation by one replica arrives on the streams of every replica at once', async () => {
  await using other = await auth.startAnother();
  await using near = await watch(auth);
  await using far = await watch(other);
  const { accountId, session } = await signUp(auth);
  const rotated = await newKey(auth, accountId);

  // With another key where the machine stalled for that long.
  const keyId = await eventually(async () => {
    const revoked = await newKey(auth, accountId);
    const started = performance.now();
    await auth.rpc.revokeKey({ accountId, keyId: revoked.keyId });
    await eventually(() => far.received.keyIds.includes(revoked.keyId));
    expect(performance.now() - started).toBeLessThan(PROMISED_MS);
    return revoked.keyId;
  });

  await auth.rpc.revokeSession({ accountId, sessionId: session.id });
  await auth.rpc.rotateKey({ accountId, keyId: rotated.keyId, overlapSeconds: 0 });
  for (const { received } of [near, far]) {
    await eventually(() => received.keyIds.includes(rotated.keyId));
    expect(received.keyIds).toContain(keyId);
    expect(received.sessionIds).toContain(session.id);
  }
});

test('a rotated key is not reported as revoked during its overlap', async () => {
  const { accountId } = await signUp(auth);
  const old = await newKey(auth, accountId);
  const marker = await newKey(auth, accountId);
  await using stream = await watch(auth);
  await auth.rpc.rotateKey({ accountId, keyId: old.keyId, overlapSeconds: 60 });
  await auth.rpc.revokeKey({ accountId, keyId: marker.keyId });
  await eventually(() => stream.received.keyIds.includes(marker.keyId));
  expect(stream.received.keyIds).not.toContain(old.keyId);
});

test('a changed password reports every session it ended, and not the current one', async () => {
  const { email, accountId, session } = await signUp(auth);
  const others: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    others.push((await auth.rpc.logIn({ email, password: PASSWORD })).session?.id ?? '');
  }
  await using stream = await watch(auth);
  const change = { oldPassword: PASSWORD, newPassword: 'an entirely new password' };
  await auth.rpc.changePassword({ accountId, sessionId: session.id, ...change });
  await eventually(() => others.every((id) => stream.received.sessionIds.includes(id)));
  expect(stream.received.sessionIds).not.toContain(session.id);
});

test('gateways are notified of keys and sessions that an operator has ended', async () => {
  const { accountId, session } = await signUp(auth);
  const { keyId } = await newKey(auth, accountId);
  await using stream = await watch(auth);
  const decision = { reason: 'leaked' };
  await auth.rpc.revokeKeys({ keyId, ...decision });
  await auth.rpc.endSessions({ accountId, ...decision });
  await eventually(() => {
    expect(stream.received.keyIds).toContain(keyId);
    expect(stream.received.sessionIds).toContain(session.id);
  });
});

test('a new stream begins with the recent revocations', async () => {
  const { accountId } = await signUp(auth);
  const long = await newKey(auth, accountId);
  await auth.rpc.revokeKey({ accountId, keyId: long.keyId });
  await auth.db.query(`update api_key set revoked_at = now() - interval '1 hour' where id = $1`, [
    long.keyId,
  ]);
  // Others where the machine stalled until they were not recent.
  await eventually(async () => {
    const { accountId: owner, session } = await signUp(auth);
    const [{ keyId }, old] = [await newKey(auth, owner), await newKey(auth, owner)];
    await auth.rpc.revokeKey({ accountId: owner, keyId });
    await auth.rpc.rotateKey({ accountId: owner, keyId: old.keyId });
    await auth.rpc.revokeSession({ accountId: owner, sessionId: session.id });

    await using stream = await watch(auth);

    expect(stream.received.keyIds).toEqual(expect.arrayContaining([keyId, old.keyId]));
    expect(stream.received.sessionIds).toContain(session.id);
    expect(stream.received.keyIds).not.toContain(long.keyId);
  });
});

test('an idle stream sends a heartbeat about once a second', async () => {
  await using stream = await watch(auth);
  const { messages } = stream.received;
  await eventually(() => stream.received.messages >= messages + 2);
});

test('a refused revocation is not published', async () => {
  const mine = await signUp(auth);
  const theirs = await signUp(auth);
  const { keyId } = await newKey(auth, theirs.accountId);
  const marker = await newKey(auth, mine.accountId);
  await using stream = await watch(auth);
  await auth.rpc.revokeKey({ accountId: mine.accountId, keyId }).catch(() => {});
  await auth.rpc.revokeKey({ accountId: mine.accountId, keyId: marker.keyId });
  await eventually(() => stream.received.keyIds.includes(marker.keyId));
  expect(stream.received.keyIds).not.toContain(keyId);
});

test('a replica that lost its listening connection catches up after it reconnects', async () => {
  await using stream = await watch(auth);
  const { accountId } = await signUp(auth);
  const { keyId } = await newKey(auth, accountId);

  await auth.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'auth-revocations' and datname = current_database()`,
  );
  await auth.rpc.revokeKey({ accountId, keyId });

  await eventually(() => stream.received.keyIds.includes(keyId));
});

test('a replica with open streams stops at once', async () => {
  // Another one where the machine stalled for that long.
  await eventually(async () => {
    const other = await auth.startAnother();
    await using stream = await watch(other);
    const started = performance.now();
    await other[Symbol.asyncDispose]();
    expect(performance.now() - started).toBeLessThan(PROMISED_MS);
    expect(stream.received.messages).toBeGreaterThan(0);
  });
});

test('the number of listeners is limited, and a closed stream makes room for another', async () => {
  const { service, db: pool, databaseUrl } = auth;
  await using feed = openRevocationFeed({ pool, databaseUrl, runtime: service.runtime });
  const { signal } = new AbortController();
  const streams = Array.from({ length: 1_000 }, () => feed.watch(signal));
  // One after another: a thousand statements at once may wait longer for a connection than a pool lets them.
  for (const stream of streams) await stream.next();
  await expect(feed.watch(signal).next()).rejects.toThrow('Too many revocation listeners');
  await streams[0]?.return();
  expect((await feed.watch(signal).next()).value).toMatchObject({ keyIds: expect.any(Array) });
});
