import { randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { runSystem } from '../../../test/harness/run-system.ts';
import { postJson, type RawRequest, type Reply, send } from './http.ts';
import { startReceiver } from './receiver.ts';

/** Words that exist nowhere else, so that finding one means that a secret got out. */
const canary = () => `canary${randomBytes(12).toString('hex')}`;

const receiver = forTests(() => startReceiver());
const system = forTests(() => runSystem());

/** Everything that operators and their tools could read. */
async function sinks(): Promise<string> {
  const services = [system.auth, system.charges, system.ledger, system.webhooks];
  const runtimes = [system.runtime, ...services.map(({ service }) => service.runtime)];
  const exposed = runtimes.map(async ({ logged, metrics }) => [...logged, await metrics.metrics()]);
  return (await Promise.all(exposed)).flat().join('\n');
}

const call = (sent: RawRequest) => send(system.port, sent);

/** Of everybody who pays at the sandbox bank. */
const PAYER_DOCUMENT = '12345678909';

/** Twice: the second payment is in suspense. */
async function paidBy(charge: { emv: string; paymentLinkId: string }, headers: Bearer) {
  await system.bank.pay(charge.emv, { notify: true, times: 2 });
  await eventually(async () => {
    const { payments } = (await call({ path: '/api/suspense', headers })).body;
    expect(payments).toHaveLength(1);
  });
  return (await call({ path: `/api/deposit/${charge.paymentLinkId}`, headers })).body.charge.payer;
}
type Bearer = { readonly authorization: string };

test('no secret that a client sends or receives appears in a log, a metric or an error', async () => {
  const password = `${canary()} pass phrase`;
  const [typed, cookie, wrongKey, inBody, authorization] = Array.from({ length: 5 }, canary);
  const email = `${randomUUID()}@example.com`;
  const replies: Reply[] = [];
  const refused = async (sent: RawRequest) => {
    const reply = await call(sent);
    expect(reply.status).toBeGreaterThanOrEqual(400);
    replies.push(reply);
  };

  const signedUp = await call(postJson('/api/account', { email, password, name: 'x' }));
  const session = { cookie: String(signedUp.headers['set-cookie']).split(';')[0] ?? '' };
  const { key } = (await call(postJson('/api/keys', { name: 'x' }, session))).body;
  const bearer = { authorization: `Bearer ${key}` };
  const hook = { name: 'x', url: receiver.url, authorization: `Bearer ${authorization}` };
  const { secret } = (await call(postJson('/api/webhooks', hook, bearer))).body;
  const idempotencyKey = canary();
  const named = { ...bearer, 'idempotency-key': idempotencyKey };
  const [metadataKey, metadataValue] = [canary(), canary()];
  const deposit = { value: 500, metadata: { [metadataKey]: metadataValue } };
  const { charge } = (await call(postJson('/api/deposit', deposit, named))).body;
  const payer = await paidBy(charge, bearer);

  await refused(postJson('/api/session', { email, password: typed }));
  await refused(postJson('/api/session', { email: typed, password: typed }));
  await refused({ path: '/api/keys', headers: { cookie: `entrada_session=${cookie}` } });
  await refused({ path: '/api/balance', headers: { authorization: `Bearer ${wrongKey}` } });
  await refused({ path: `/api/balance?api_key=${wrongKey}` });
  await refused({ path: `/nothing?api_key=${key}` });
  await refused({ path: `http://127.0.0.1/nothing?api_key=${key}` });
  await refused(postJson('/api/deposit', { value: inBody }, bearer));
  await refused(postJson('/api/deposit', `{"value":"${inBody}`, bearer));
  await refused(postJson('/api/webhooks', { ...hook, url: `https://u:${inBody}@x.test` }, bearer));
  await refused(
    postJson('/api/account/password', { oldPassword: typed, newPassword: typed }, session),
  );
  await call({ path: `/api/deposit/${charge.paymentLinkId}?api_key=${key}` });

  const found = `${await sinks()}\n${replies.map(({ text }) => text).join('\n')}`;
  const secrets = {
    password,
    typed,
    cookie,
    wrongKey,
    inBody,
    authorization,
    idempotencyKey,
    key,
    secret,
    session: session.cookie.split('=')[1],
    emv: charge.emv,
    metadataKey,
    metadataValue,
    payerName: payer.name,
    payerDocument: PAYER_DOCUMENT,
    maskedDocument: payer.document,
  };
  const leaked = Object.entries(secrets).filter(([, value]) => found.includes(value ?? ''));
  expect(leaked.map(([name]) => name)).toEqual([]);
  expect(found).toContain('"event":"request"');
});
