import { randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { openLine } from '@entrada/platform/testing/line';
import { HOUR_MS } from '@entrada/platform/time/units';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { keyFrom } from '../src/domain/api-key.ts';
import { newKey, signUp } from './people.ts';

const INVALID = { code: 'UNAUTHENTICATED', reason: 'invalid_api_key', message: 'Invalid API key' };

let accountId: string;
const auth = forTests(() => runAuth());
beforeAll(async () => {
  accountId = (await signUp(auth)).accountId;
});

test('the list has every key of the account, newest first, revoked ones too, and no value of any', async () => {
  const { accountId: owner } = await signUp(auth);
  const first = await newKey(auth, owner, { name: 'first' });
  const second = await newKey(auth, owner, { name: 'second', scopes: ['balance:read'] });
  await auth.rpc.revokeKey({ accountId: owner, keyId: first.keyId });

  const { apiKeys } = await auth.rpc.listKeys({ accountId: owner });

  expect(apiKeys.map(({ name }) => name)).toEqual(['second', 'first']);
  expect(apiKeys[0]).toEqual(second.apiKey);
  expect(apiKeys[1]).toEqual({ ...first.apiKey, revokedAt: expect.stringMatching(/Z$/) });
  expect(JSON.stringify(apiKeys)).not.toContain(first.key.slice(13));
});

test('a revoked key is refused by every replica; revoking it again changes nothing', async () => {
  const { key, keyId } = await newKey(auth, accountId);
  await using other = await auth.startAnother();
  await other.rpc.verifyKey({ key });

  await auth.rpc.revokeKey({ accountId, keyId });
  const [before] = (await auth.rpc.listKeys({ accountId })).apiKeys;
  await auth.rpc.revokeKey({ accountId, keyId });

  await expect(other.rpc.verifyKey({ key })).rejects.toMatchObject(INVALID);
  expect((await auth.rpc.listKeys({ accountId })).apiKeys[0]).toEqual(before);
});

test('an account has at most 100 usable keys, even when they are created in parallel', async () => {
  const { accountId: greedy } = await signUp(auth);
  const digests = Array.from({ length: 95 }, () => randomBytes(32));
  await auth.db.query(
    `insert into api_key (id, account_id, name, prefix, digest, scopes, created_at)
     select gen_random_uuid(), $1, 'k', 'p', digest, '{}', now() from unnest($2::bytea[]) digest`,
    [greedy, digests],
  );
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => newKey(auth, greedy)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  await expect(newKey(auth, greedy)).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'key_limit_reached',
  });
});

describe('rotation', () => {
  test('both keys work during the overlap, with the same name and rights', async () => {
    const rights = { name: 'till', scopes: ['balance:read'], allowedIps: ['10.0.0.0/8'] };
    const old = await newKey(auth, accountId, rights);
    const overlapSeconds = 3_600;

    const { key, apiKey } = await auth.rpc.rotateKey({
      accountId,
      keyId: old.keyId,
      overlapSeconds,
    });

    expect(apiKey).toMatchObject({ ...rights, expiresAt: '', revokedAt: '' });
    expect(apiKey?.id).not.toBe(old.keyId);
    await auth.rpc.verifyKey({ key });
    const { expiresAt } = await auth.rpc.verifyKey({ key: old.key });
    const leftMs = Date.parse(expiresAt) - Date.now();
    expect(leftMs).toBeGreaterThan(0.9 * HOUR_MS);
    expect(leftMs).toBeLessThanOrEqual(HOUR_MS);
  });

  test('an overlap never prolongs a key, and the new one lives as long as the old would have', async () => {
    const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
    const old = await newKey(auth, accountId, { expiresAt });
    const rotation = { accountId, keyId: old.keyId, overlapSeconds: 7 * 24 * 3_600 };
    const { apiKey } = await auth.rpc.rotateKey(rotation);
    expect(apiKey?.expiresAt).toBe(expiresAt);
    expect((await auth.rpc.verifyKey({ key: old.key })).expiresAt).toBe(expiresAt);
  });

  test.each([
    ['revoked', 'revoked_at = now()'],
    ['expired', `expires_at = now() - interval '1 second'`],
    ['replaced', `replaced_by = gen_random_uuid()`],
  ])('a key that is %s cannot be rotated', async (what, assignment) => {
    const { keyId } = await newKey(auth, accountId);
    await auth.db.query(`update api_key set ${assignment} where id = $1`, [keyId]);
    await expect(auth.rpc.rotateKey({ accountId, keyId })).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'key_not_active',
      message: `API key is ${what}`,
    });
  });

  test.each([-1, 604_801, 2_147_483_647])('an overlap of %d s is refused', async (seconds) => {
    const { keyId } = await newKey(auth, accountId);
    const rotation = { accountId, keyId, overlapSeconds: seconds };
    await expect(auth.rpc.rotateKey(rotation)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'overlapSeconds must be between 0 and 604800',
    });
  });

  test('of rotations asked for at once, one happens', async () => {
    const { keyId } = await newKey(auth, accountId);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => auth.rpc.rotateKey({ accountId, keyId, overlapSeconds: 60 })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

test('rotating and revoking one key in parallel leaves it unusable, and each failure has a reason', async () => {
  const races = Array.from({ length: 10 }, async () => {
    const { key, keyId } = await newKey(auth, accountId);
    const outcomes = await Promise.allSettled([
      auth.rpc.rotateKey({ accountId, keyId, overlapSeconds: 60 }),
      auth.rpc.revokeKey({ accountId, keyId }),
    ]);
    await expect(auth.rpc.verifyKey({ key })).rejects.toMatchObject(INVALID);
    return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  });
  for (const reason of (await Promise.all(races)).flat()) {
    expect(reason).toMatchObject({ code: 'CONFLICT', reason: 'key_not_active' });
  }
});

test('the log has the reason why a key was refused, and nothing of the key', async () => {
  const { key, keyId } = await newKey(auth, accountId);
  await auth.rpc.revokeKey({ accountId, keyId });
  const typo = `${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}`;
  const keys = [keyFrom(randomBytes(32), 'test'), typo, keyFrom(randomBytes(32), 'live'), key, 'x'];
  const from = auth.service.runtime.logged.length;

  for (const presented of keys) {
    await expect(auth.rpc.verifyKey({ key: presented })).rejects.toMatchObject(INVALID);
  }

  const lines = auth.service.runtime.logged.slice(from);
  const whys = lines.flatMap((line) => JSON.parse(line).why ?? []);
  expect(whys).toEqual(['unknown', 'typo', 'other_mode', 'revoked', 'malformed']);
  for (const presented of keys.slice(0, 4)) {
    expect(lines.join('')).not.toContain(presented.slice(9, 20));
  }
});

test('while its database is unavailable auth reports that: no key is refused, and no bug is logged', async () => {
  const { accountId: owner, sessionToken } = await signUp(auth);
  const { key } = await newKey(auth, owner);
  const url = new URL(auth.appUrl);
  await using line = await openLine(Number(url.port));
  url.host = `127.0.0.1:${line.port}`;
  await using replica = await auth.startAnother({ DATABASE_URL_AUTH: url.href });
  await replica.rpc.verifyKey({ key });

  line.cut();

  const away = { code: 'UNAVAILABLE' };
  for (let n = 0; n < 3; n += 1) {
    await expect(replica.rpc.verifyKey({ key })).rejects.toMatchObject(away);
    await expect(replica.rpc.verifySession({ sessionToken })).rejects.toMatchObject(away);
  }
  line.restore();
  await eventually(() => replica.rpc.verifyKey({ key }));
});

describe('the use of a key', () => {
  async function listed(keyId: string) {
    const { apiKeys } = await auth.rpc.listKeys({ accountId });
    return apiKeys.find(({ id }) => id === keyId);
  }

  const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();

  test('late and repeated reports never move a time back', async () => {
    const { keyId } = await newKey(auth, accountId);
    const [early, late] = [at(10), at(5)];
    for (const lastUsedAt of [late, early, late]) {
      await auth.rpc.reportKeyUse({ uses: [{ keyId, lastUsedAt, sentInQuery: true }] });
    }
    expect(await listed(keyId)).toMatchObject({ lastUsedAt: late, queryUseAt: late });
  });

  test('a gateway whose clock is ahead cannot set a time in the future', async () => {
    const { keyId } = await newKey(auth, accountId);
    const uses = [{ keyId, lastUsedAt: '2099-01-01T00:00:00.000Z' }];
    await auth.rpc.reportKeyUse({ uses });
    const { lastUsedAt = '' } = (await listed(keyId)) ?? {};
    expect(Date.parse(lastUsedAt)).toBeLessThanOrEqual(Date.now());
  });

  test('unknown keys are ignored, known keys of the same report are recorded', async () => {
    const { keyId } = await newKey(auth, accountId);
    const lastUsedAt = at(1);
    const ids = [randomUUID(), 'malformed', '', keyId];
    await auth.rpc.reportKeyUse({ uses: ids.map((id) => ({ keyId: id, lastUsedAt })) });
    expect(await listed(keyId)).toMatchObject({ lastUsedAt });
    await auth.rpc.reportKeyUse({ uses: [] });
  });

  test('a report that is too long or has a malformed time is refused', async () => {
    const use = { keyId: randomUUID(), lastUsedAt: at(0) };
    await expect(
      auth.rpc.reportKeyUse({ uses: Array.from({ length: 1_001 }, () => use) }),
    ).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'uses must have at most 1000 items',
    });
    await expect(
      auth.rpc.reportKeyUse({ uses: [{ ...use, lastUsedAt: 'now' }] }),
    ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  test('reports of many gateways about the same keys do not block each other', async () => {
    const keys: string[] = [];
    for (let n = 0; n < 20; n += 1) keys.push((await newKey(auth, accountId)).keyId);
    await using other = await auth.startAnother();
    const last = at(0);
    const report = (n: number) => {
      const order = n % 2 === 0 ? keys : keys.toReversed();
      const { rpc } = n % 3 === 0 ? other : auth;
      return rpc.reportKeyUse({
        uses: order.map((keyId) => ({ keyId, lastUsedAt: n === 59 ? last : at(1) })),
      });
    };

    await Promise.all(Array.from({ length: 60 }, (_, n) => report(n)));

    for (const keyId of keys) expect(await listed(keyId)).toMatchObject({ lastUsedAt: last });
  });
});
