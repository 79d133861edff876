import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { runSystem } from '../../../test/harness/run-system.ts';
import { postJson } from './http.ts';
import { startReceiver } from './receiver.ts';
import { visitorsOf } from './visitors.ts';

const system = forTests(() => runSystem());
const visitors = visitorsOf(() => system);

/** An account with a new endpoint. */
async function newEndpoint(url: string) {
  const { email, account, cookie } = await visitors.signUp();
  const hook = { name: 'shop <b>', url };
  const created = await visitors.call(postJson('/api/webhooks', hook, { cookie }));
  expect(created.status).toBe(201);
  const accountId: string = account.id;
  return { email, accountId, webhookId: created.body.webhook.id };
}

const mailsTo = async (email: string, subject: string) =>
  (await system.bank.mailsTo(email)).filter((mail) => mail.subject === `Entrada: ${subject}`);

test('an owner gets a mail about a new endpoint', async () => {
  await using receiver = await startReceiver();
  const { email } = await newEndpoint(receiver.url);

  await eventually(async () => {
    const [mail] = await mailsTo(email, 'novo webhook');
    expect(mail?.text).toContain(`shop <b>: ${receiver.url}`);
  });
});

test('a notice that auth did not take is not lost, and is sent once', async () => {
  await using receiver = await startReceiver();
  const { email, accountId } = await newEndpoint(receiver.url);
  await eventually(async () => expect(await mailsTo(email, 'novo webhook')).toHaveLength(1));
  system.lines.auth.cut();
  const second = { accountId, name: 'second', url: receiver.url, events: [], skipTest: true };
  await system.webhooks.rpc.createEndpoint(second);
  const putOff = 'select from notice where due_at > created_at';
  await eventually(async () => expect((await system.webhooks.db.query(putOff)).rowCount).toBe(1));
  system.lines.auth.restore();

  await eventually(async () => {
    await system.webhooks.db.query('update notice set due_at = now()');
    expect(await mailsTo(email, 'novo webhook')).toHaveLength(2);
  });
  await eventually(async () =>
    expect((await system.webhooks.db.query('select from notice')).rowCount).toBe(0),
  );
});

test('an owner gets a mail when an endpoint is disabled after five days of failures', async () => {
  await using receiver = await startReceiver();
  const { email, webhookId } = await newEndpoint(receiver.url);
  await system.webhooks.db.query(
    `update endpoint_health
        set failing_since = now() - interval '6 days', last_failure_at = now(), last_failure_cause = 'x'
      where endpoint_id = $1`,
    [webhookId],
  );
  // Housekeeping runs at the start of a replica, and then once a minute.
  await using _replica = await system.webhooks.startAnother();

  await eventually(async () => {
    const [mail] = await mailsTo(email, 'webhook desativado');
    expect(mail?.text).toContain('cinco dias');
  });
});
