import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { runSystem } from '../../../test/harness/run-system.ts';
import { postJson, send } from './http.ts';
import { startReceiver } from './receiver.ts';

const system = forTests(() => runSystem());

/** An account with a new endpoint. */
async function newEndpoint(url: string) {
  const email = `${randomUUID()}@example.com`;
  const account = { email, password: 'correct horse battery staple', name: 'Shop' };
  const signedUp = await send(system.port, postJson('/api/account', account));
  const headers = { cookie: String(signedUp.headers['set-cookie']).split(';')[0] ?? '' };
  const hook = { name: 'shop <b>', url };
  const created = await send(system.port, postJson('/api/webhooks', hook, headers));
  expect(created.status).toBe(201);
  const accountId: string = signedUp.body.account.id;
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
