import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { freshEventLog } from '../../../test/harness/fresh-event-log.ts';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { runWebhooks } from '../../../test/harness/run-webhooks.ts';

const events = forTests(() => freshEventLog());
const auth = forTests(() => runAuth());
const webhooks = forTests(() => runWebhooks(events, { AUTH_ADDRESS: auth.service.address }));

test('a notice that auth refuses is dropped with a line in the log that has no URL', async () => {
  const accountId = await auth.newAccount();
  const path = 'x'.repeat(3_000);
  const { rows } = await webhooks.db.query<{ id: string }>(
    `insert into notice (id, account_id, kind, name, url)
     values (gen_random_uuid(), $1, 'ENDPOINT_CREATED', 'shop', $2) returning id`,
    [accountId, `https://shop.example/${path}`],
  );

  await eventually(async () =>
    expect((await webhooks.db.query('select from notice')).rowCount).toBe(0),
  );

  const about = webhooks.service.runtime.logged.filter((line) => line.includes(rows[0]?.id ?? ''));
  expect(about).toEqual([expect.stringContaining('notice_refused')]);
  expect(about[0]).not.toContain(path);
});
