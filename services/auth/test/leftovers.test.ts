import { randomBytes } from 'node:crypto';
import { prune } from '@entrada/platform/db/prune';
import { forTests } from '@entrada/platform/testing/for-tests';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { LEFTOVERS } from '../src/store/leftovers.ts';
import { newKey, signUp } from './people.ts';

const auth = forTests(() => runAuth());

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
    `select (select count(*) from throttle where resets_at < now()) as attempts, (select count(*) from session) as sessions`,
  );
  expect(rows).toEqual([{ attempts: 0, sessions: 1 }]);
  const { apiKeys } = await auth.rpc.listKeys({ accountId });
  const ids = apiKeys.map(({ id }) => id);
  expect(ids.toSorted()).toEqual([live?.keyId, justRevoked?.keyId].toSorted());
  await auth.rpc.verifySession({ sessionToken });
});
