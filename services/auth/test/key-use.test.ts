import { randomUUID } from 'node:crypto';
import { forTests } from '@entrada/platform/testing/for-tests';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { newKey, signUp } from './people.ts';

let accountId: string;
const auth = forTests(() => runAuth());
beforeAll(async () => {
  accountId = (await signUp(auth)).accountId;
});

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
