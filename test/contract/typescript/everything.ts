/**
 * A client that knows nothing but what was generated from /openapi.json into `api.ts`. It does all
 * that can be done, and writes down each call that it made. Run by generated-clients.long.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { accountSafety, resetPassword } from './account-safety.ts';
import { type Api, ok, openClient } from './open-client.ts';
import { type ClientAccess, payments } from './payments.ts';
import { webhooks } from './webhooks.ts';

const [baseUrl = '', bankUrl = '', receiverUrl = ''] = process.argv.slice(2);

const anyone = openClient(baseUrl, {});
const credentials = { email: `${randomUUID()}@client.example`, password: randomUUID() };

const signedUp = await anyone.POST('/api/account', { body: { ...credentials, name: 'Shop' } });
const { account } = ok(signedUp);
const loggedIn = await anyone.POST('/api/session', { body: credentials });
ok(loggedIn);
const cookieOf = ({ response }: { response: Response }) =>
  response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
const holder = openClient(baseUrl, { cookie: cookieOf(loggedIn) });
const me = ok(await holder.GET('/api/account'));
if (me.account.id !== account.id) throw new Error('somebody else is logged in');

const { sessions } = ok(await holder.GET('/api/sessions'));
const elsewhere = sessions.find(({ current }) => !current);
const sessionId = elsewhere?.id ?? '';
ok(await holder.DELETE('/api/sessions/{sessionId}', { params: { path: { sessionId } } }));

await accountSafety(holder, anyone, { ...credentials, bankUrl });

const made = ok(await holder.POST('/api/keys', { body: { name: 'old' } }));
const path = { keyId: made.apiKey.id };
const { key } = ok(
  await holder.POST('/api/keys/{keyId}/rotate', { params: { path }, body: { overlapSeconds: 0 } }),
);
ok(await holder.PATCH('/api/keys/{keyId}', { params: { path }, body: { name: 'gone' } }));
ok(await holder.DELETE('/api/keys/{keyId}', { params: { path } }));
const { apiKeys } = ok(await holder.GET('/api/keys'));
if (!apiKeys.some(({ id, revokedAt }) => id === path.keyId && revokedAt !== null)) {
  throw new Error('the old key is still there');
}

const given: ClientAccess = {
  api: openClient(baseUrl, { authorization: `Bearer ${key}` }),
  bankUrl,
};
const hook = ok(
  await given.api.POST('/api/webhooks', { body: { name: 'shop', url: receiverUrl } }),
).webhook;
const paid = await payments(given);
await webhooks(given.api, hook.id);
await publicPages(anyone, paid);

const newPassword = randomUUID();
ok(
  await holder.POST('/api/account/password', {
    body: { oldPassword: credentials.password, newPassword },
  }),
);
ok(await holder.DELETE('/api/session'));
await resetPassword(anyone, { ...credentials, bankUrl });
const { error, response } = await holder.GET('/api/account');
if (response.status !== 401 || error?.code !== 'session_required') {
  throw new Error('still logged in');
}

/** What anybody may see. */
async function publicPages(anyone: Api, paymentLinkId: string): Promise<void> {
  const params = { path: { paymentLinkId } };
  const text = { params, parseAs: 'text' } as const;
  const bytes = { params, parseAs: 'arrayBuffer' } as const;
  ok(await anyone.GET('/payment-link/{paymentLinkId}', text));
  ok(await anyone.GET('/payment-link/{paymentLinkId}/status', text));
  ok(await anyone.GET('/payment-link/{paymentLinkId}/qr.png', bytes));
  ok(await anyone.GET('/payment-link/{paymentLinkId}/qr.svg', text));
  ok(await anyone.GET('/', { parseAs: 'text' }));
  ok(await anyone.GET('/docs', { parseAs: 'text' }));
  const guide = { path: { page: 'quick-start' } };
  ok(await anyone.GET('/docs/{page}', { params: guide, parseAs: 'text' }));
  ok(await anyone.GET('/docs/errors', { parseAs: 'text' }));
  ok(await anyone.GET('/openapi.json'));
  ok(await anyone.GET('/.well-known/entrada-receipt-keys.json'));
  const name = { path: { name: 'DEPOSIT_ASSET_SUCCESS.json' } };
  ok(await anyone.GET('/events/schemas/{name}', { params: name }));
}
