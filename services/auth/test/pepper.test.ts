import { randomBytes } from 'node:crypto';
import { forTests } from '@entrada/platform/testing/for-tests';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { newKey, signUp } from './people.ts';

const OLD = randomBytes(32).toString('base64');
const NEW = randomBytes(32).toString('base64');

let accountId: string;
const auth = forTests(() => runAuth({ AUTH_KEY_PEPPER: OLD }));
beforeAll(async () => {
  accountId = (await signUp(auth)).accountId;
});

test('keys survive a change of the pepper if they were used during it', async () => {
  const [used, unused] = [await newKey(auth, accountId), await newKey(auth, accountId)];
  await using during = await auth.startAnother({
    AUTH_KEY_PEPPER: NEW,
    AUTH_KEY_PEPPER_PREVIOUS: OLD,
  });
  const made = await newKey(during, accountId);
  for (let n = 0; n < 3; n += 1) {
    expect(await during.rpc.verifyKey({ key: used.key })).toMatchObject({ keyId: used.keyId });
  }

  await using after = await auth.startAnother({ AUTH_KEY_PEPPER: NEW });

  expect(await after.rpc.verifyKey({ key: used.key })).toMatchObject({ keyId: used.keyId });
  expect(await after.rpc.verifyKey({ key: made.key })).toMatchObject({ keyId: made.keyId });
  await expect(after.rpc.verifyKey({ key: unused.key })).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  });
  expect(await during.rpc.verifyKey({ key: unused.key })).toMatchObject({ keyId: unused.keyId });
});

test('a key used in parallel while its pepper changes is never refused', async () => {
  const { key, keyId } = await newKey(auth, accountId);
  await using during = await auth.startAnother({
    AUTH_KEY_PEPPER: NEW,
    AUTH_KEY_PEPPER_PREVIOUS: OLD,
  });
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => during.rpc.verifyKey({ key })),
  );
  expect(replies.map((reply) => reply.keyId)).toEqual(replies.map(() => keyId));
});
