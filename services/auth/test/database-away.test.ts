import { eventually } from '@entrada/platform/testing/eventually';
import { openLine } from '@entrada/platform/testing/line';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { newKey, signUp } from './people.ts';

test('while its database is unavailable auth reports that: no key is refused, and no bug is logged', async () => {
  await using auth = await runAuth();
  const { accountId, sessionToken } = await signUp(auth);
  const { key } = await newKey(auth, accountId);
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
