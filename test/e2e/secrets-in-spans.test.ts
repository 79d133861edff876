import { randomBytes, randomUUID } from 'node:crypto';
import { openReceiver } from '@entrada/deposit-check/webhook-receiver';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { eventually } from '@entrada/platform/testing/eventually';
import { payAtBank } from '../../packages/launcher/src/pay-at-bank.ts';
import { type Span, startCollector } from '../../packages/platform/test/telemetry/collector.ts';
import { postJson, type RawRequest, send } from '../../services/gateway/test/http.ts';
import { cookieOf } from '../../services/gateway/test/visitors.ts';
import { PATIENCE, type SystemUnderTest, startSystemUnderTest } from './system-under-test.ts';

const TEST_MAX_MS = 400_000;
const PATIENT = { timeoutMs: 120_000 };
const SERVICES = ['auth', 'charges', 'ledger', 'webhooks', 'gateway'] as const;

/** A word that exists nowhere else, so that finding it means that a secret got out. */
const canary = () => `canary${randomBytes(12).toString('hex')}`;

describeNeeding(['postgres', 'kafka'], 'with every request traced', () => {
  test(
    'a deposit is one trace from the request to its webhook, and no secret of a client, its webhook or the bank and nothing of a payer is in a span, a log, a metric or a refusal',
    async () => {
      await using held = new AsyncDisposableStack();
      const collector = held.use(await startCollector());
      const receiver = held.use(await openReceiver());
      const env = {
        ...PATIENCE,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_TRACES_SAMPLER: 'always_on',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
        // The callback of the bank settles the charge, not the sweep.
        SWEEP_EVERY_MS: '3600000',
      };
      const kafkaBrokers = process.env.TEST_KAFKA_BROKERS;
      const logged: string[] = [];
      const onLine = (program: string, line: string) => {
        if (program !== 'bank') logged.push(line);
      };
      const profile = { kafkaBrokers, env, onLine, logLevel: 'debug' };
      const system = held.use(await startSystemUnderTest(profile));
      const { secrets, refusals, requestId, ...used } = await useEverything(system, receiver.url);
      await eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(2), PATIENT);
      expect(receiver.received.flatMap(({ headers }) => Object.keys(headers))).not.toContain(
        'traceparent',
      );
      await eventually(() => expectOneTrace(collector.spans(), requestId), PATIENT);
      await used.suspendPayment();
      const metrics = await Promise.all(SERVICES.map((name) => metricsOf(system, name)));
      // They send what they still hold when they stop.
      await system[Symbol.asyncDispose]();

      const spans = collector.spans();
      for (const { resource } of spans)
        expect(resource).toMatchObject({
          'deployment.environment.name': 'test',
          'service.namespace': 'entrada',
          'service.version': expect.stringMatching(/^\d/),
        });
      const ofClients = spans.flatMap(({ attributes }) => Object.keys(attributes));
      expect(ofClients.filter((name) => OF_CLIENT.test(name))).toEqual([]);
      const exported = collector.exportedBytes().toString('latin1');
      const outputs = [exported, ...logged, ...metrics, ...refusals];
      const payers = receiver.received.map(({ body }) => JSON.parse(body).data.payer);
      const { name: payerName, document } = payers.find((payer) => payer) ?? {};
      expect([payerName, document]).toEqual([expect.any(String), expect.any(String)]);
      const leaked = Object.entries({ ...secrets, payerName, document }).filter(([, secret]) =>
        outputs.some((text) => text.includes(secret)),
      );
      expect(leaked.map(([name]) => name)).toEqual([]);
      expect(logged.join()).toContain('"event":"request"');
    },
    TEST_MAX_MS,
  );
});

/** What a deposit passes on its way, by the process that did it. */
const STEPS = [
  'gateway SERVER POST /api/deposit',
  'gateway CLIENT charges.v1.ChargesService/CreateCharge',
  'charges SERVER charges.v1.ChargesService/CreateCharge',
  'charges CLIENT PUT',
  'charges CLIENT pg.query:insert-charge',
  'charges INTERNAL settle charge',
  'charges PRODUCER send entrada.charges.v1',
  'ledger CONSUMER consume ledger',
  'ledger CLIENT pg.query',
  'ledger PRODUCER send entrada.ledger.v1',
  'webhooks CONSUMER consume webhooks',
  'webhooks CLIENT pg.query:insert-feed',
  'webhooks INTERNAL deliver webhook',
  'webhooks CLIENT POST',
];
/** Attributes that say from where and with which program a client calls. */
const OF_CLIENT = /^client|user_agent|client_ip|peer\.(address|addr|ip)/;

/** The payment is found by another request, the callback of the bank, whose trace is linked. */
function expectOneTrace(spans: readonly Span[], requestId: string): void {
  const settled = spans.filter(({ name }) => name === 'settle charge');
  // Of two who learn of a payment at once, one changes nothing.
  expect(new Set(settled.map((span) => span.traceId)).size).toBe(1);
  const [{ traceId = '' } = {}] = settled;
  const own = spans.filter((span) => span.traceId === traceId);
  const steps = own.map(
    ({ resource, kind, name }) => `${resource['service.name']} ${kind} ${name}`,
  );
  expect(STEPS.filter((step) => !steps.some((one) => one.startsWith(step)))).toEqual([]);
  const ids = new Set(own.map(({ spanId }) => spanId));
  const orphans = own.filter(({ parentSpanId }) => !ids.has(parentSpanId));
  expect(orphans.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['SERVER POST /api/deposit']);
  const rpc = own.filter(({ name }) => name === 'charges.v1.ChargesService/CreateCharge');
  expect(new Set(rpc.map(({ kind }) => kind))).toEqual(new Set(['CLIENT', 'SERVER']));
  for (const { attributes } of rpc)
    expect(attributes).toMatchObject({
      'rpc.system': 'grpc',
      'rpc.service': 'charges.v1.ChargesService',
      'rpc.method': 'CreateCharge',
    });
  const messaging = own.filter(({ kind }) => kind === 'PRODUCER' || kind === 'CONSUMER');
  for (const { kind, attributes } of messaging)
    expect(attributes).toMatchObject({
      'messaging.system': 'kafka',
      'messaging.operation.type': kind === 'PRODUCER' ? 'send' : 'process',
      'messaging.destination.name': expect.stringMatching(/^entrada\./),
    });
  const named = own.filter(({ attributes }) => attributes.request_id?.includes(requestId));
  const services = new Set(named.map(({ resource }) => resource['service.name']));
  expect([...services].toSorted()).toEqual(['charges', 'gateway', 'ledger', 'webhooks']);
  for (const { linkedTraceIds } of settled) {
    expect(linkedTraceIds).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(linkedTraceIds).not.toContain(traceId);
  }
}

/** Of everybody who pays at the sandbox bank. */
const PAYER_DOCUMENT = '12345678909';
const WORDS = [
  ...(['password', 'wrongPassword', 'wrongKey', 'wrongCookie', 'inBody', 'authorization'] as const),
  ...(['idempotencyKey', 'metadataKey', 'metadataValue', 'receiverToken', 'mailbox'] as const),
];

/** Sends each kind of secret by each way that there is, where it is accepted and where it is not. */
async function useEverything({ baseUrl, bankUrl, callbackSecret }: SystemUnderTest, url: string) {
  const call = (sent: RawRequest) => send(Number(new URL(baseUrl).port), sent);
  const refusals: string[] = [];
  const refused = async (sent: RawRequest) => {
    const { status, text, headers } = await call(sent);
    expect(status).toBeGreaterThanOrEqual(400);
    refusals.push(`${text} ${JSON.stringify(headers)}`);
  };
  const words = WORDS.map((name) => [name, canary()]);
  const sent: Record<(typeof WORDS)[number], string> = Object.fromEntries(words);
  const { password, wrongPassword, wrongKey, inBody, receiverToken } = sent;
  const email = `${sent.mailbox}@entrada.example`;

  const signedUp = await call(postJson('/api/account', { email, password, name: 'Shop' }));
  const session = { cookie: cookieOf(signedUp) };
  const { key } = (await call(postJson('/api/keys', { name: 'x' }, session))).body;
  const bearer = { authorization: `Bearer ${key}` };
  const hook = {
    name: 'x',
    url: `${url}/${receiverToken}?token=${receiverToken}`,
    authorization: `Bearer ${sent.authorization}`,
  };
  const { secret } = (await call(postJson('/api/webhooks', hook, bearer))).body;
  const requestId = `traced-${randomUUID()}`;
  const named = { 'idempotency-key': sent.idempotencyKey, 'x-request-id': requestId };
  const deposit = { value: 500, metadata: { [sent.metadataKey]: sent.metadataValue } };
  // A system that has just started on a busy machine may be too busy; the key makes a repeat safe.
  const { charge } = await eventually(async () => {
    const created = await call(postJson('/api/deposit', deposit, { ...bearer, ...named }));
    return created.status === 201 && created.body;
  }, PATIENT);
  await payAtBank(bankUrl, charge.emv);
  const paid = `/api/deposit/${charge.paymentLinkId}`;
  for (const accepted of [
    { path: paid, headers: bearer },
    { path: paid, headers: { 'x-api-key': key } },
    { path: `${paid}?wait=0&api_key=${key}` },
    postJson(`/api/deposit?api_key=${key}`, { value: 500 }),
  ]) {
    const { status, text, headers } = await call(accepted);
    expect(status).toBeLessThan(300);
    expect(text + JSON.stringify(headers)).not.toContain(key.slice(-20));
  }

  await refused(postJson('/api/session', { email, password: wrongPassword }));
  await refused(postJson('/api/session', { email: wrongPassword, password: wrongPassword }));
  const change = { oldPassword: wrongPassword, newPassword: wrongPassword };
  await refused(postJson('/api/account/password', change, session));
  const wrongSession = { cookie: `entrada_session=${sent.wrongCookie}` };
  await refused({ path: '/api/account', headers: wrongSession });
  await refused({ path: '/api/balance', headers: { authorization: `Bearer ${wrongKey}` } });
  await refused({ path: '/api/balance', headers: { 'x-api-key': wrongKey } });
  await refused({ path: `/api/balance?api_key=${wrongKey}` });
  await refused({ path: `/nothing/${wrongKey}?api_key=${key}` });
  await refused({ path: `http://127.0.0.1/nothing?api_key=${key}` });
  await refused({ path: `/api/deposit/x?a=b&api%5fkey=${key}&api_key=${key}` });
  await refused({ path: `/api/deposit/%?api_key=${key}` });
  await refused({ method: 'PUT', path: `/api/deposit?api_key=${key}` });
  await refused(postJson('/api/deposit', { value: inBody }, bearer));
  await refused(postJson('/api/deposit', `{"value":"${inBody}`, bearer));
  await refused(postJson('/api/webhooks', { ...hook, url: `https://u:${inBody}@x.test` }, bearer));
  await refused(postJson(`/provider/${wrongKey}/pix`, { pix: [] }));

  const given = { key, endOfKey: key.slice(-20), secret, emv: charge.emv as string };
  const token = session.cookie.split('=')[1] ?? '';
  return {
    secrets: { ...sent, ...given, token, callbackSecret, payerDocument: PAYER_DOCUMENT },
    refusals,
    requestId,
    /** A second deposit, of which too little is paid. */
    async suspendPayment(): Promise<void> {
      const { body } = await call(postJson('/api/deposit', { value: 500 }, bearer));
      await payAtBank(bankUrl, body.charge.emv, { value: 100 });
      await eventually(async () => {
        const { payments } = (await call({ path: '/api/suspense', headers: bearer })).body;
        expect(payments).toHaveLength(1);
      }, PATIENT);
    },
  };
}

async function metricsOf(system: SystemUnderTest, name: (typeof SERVICES)[number]) {
  return (await fetch(`http://127.0.0.1:${system.ports[`${name}Admin`]}/metrics`)).text();
}
