import { randomBytes, randomUUID } from 'node:crypto';
import { openReceiver } from '@entrada/deposit-check/webhook-receiver';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { eventually } from '@entrada/platform/testing/eventually';
import { payAtBank } from '../../packages/launcher/src/pay-at-bank.ts';
import { type Span, startCollector } from '../../packages/platform/test/telemetry/collector.ts';
import { PATIENCE, type SystemUnderTest, startSystemUnderTest } from './system-under-test.ts';

const TEST_MAX_MS = 400_000;
const PATIENT = { timeoutMs: 120_000 };
const SERVICES = ['auth', 'charges', 'ledger', 'webhooks', 'gateway'] as const;

/** A word that exists nowhere else, so that finding it means that a secret got out. */
const canary = () => `canary${randomBytes(12).toString('hex')}`;

type RequestOptions = {
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
};

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
      const system = held.use(await startSystemUnderTest({ kafkaBrokers, env }));
      const { secrets, refusals, requestId } = await useEverything(system, receiver.url);
      await eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(2), PATIENT);
      expect(receiver.received.flatMap(({ headers }) => Object.keys(headers))).not.toContain(
        'traceparent',
      );
      await eventually(() => expectOneTrace(collector.spans(), requestId), PATIENT);
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
      const outputs = [exported, system.lastLines(), ...metrics, ...refusals];
      const payers = receiver.received.map(({ body }) => JSON.parse(body).data.payer);
      const { name: payerName, document } = payers.find((payer) => payer) ?? {};
      expect([payerName, document]).toEqual([expect.any(String), expect.any(String)]);
      const leaked = Object.entries({ ...secrets, payerName, document }).filter(([, secret]) =>
        outputs.some((text) => text.includes(secret)),
      );
      expect(leaked.map(([name]) => name)).toEqual([]);
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

/** Sends each kind of secret by each way that there is, where it is accepted and where it is not. */
async function useEverything(system: SystemUnderTest, receiverUrl: string) {
  const refusals: string[] = [];
  const call = async (path: string, { body, headers = {} }: RequestOptions = {}) => {
    const reply = await fetch(`${system.baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) refusals.push(text);
    const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
    // biome-ignore lint/suspicious/noExplicitAny: replies of every shape
    return { cookie, text, body: reply.ok ? (JSON.parse(text) as any) : null };
  };
  const [password, wrongPassword, wrongKey, wrongCookie, inBody, authorization, idempotencyKey] =
    Array.from({ length: 7 }, canary) as [string, string, string, string, string, string, string];
  const [receiverToken, email] = [canary(), `${canary()}@entrada.example`];

  const { cookie } = await call('/api/account', { body: { email, password, name: 'Shop' } });
  const session = { headers: { cookie } };
  const { key } = (await call('/api/keys', { ...session, body: { name: 'x' } })).body;
  const bearer = { headers: { authorization: `Bearer ${key}` } };
  const url = `${receiverUrl}/${receiverToken}?token=${receiverToken}`;
  const hook = { name: 'x', url, authorization: `Bearer ${authorization}` };
  const { secret } = (await call('/api/webhooks', { ...bearer, body: hook })).body;
  const requestId = `traced-${randomUUID()}`;
  const keyed = {
    ...bearer.headers,
    'idempotency-key': idempotencyKey,
    'x-request-id': requestId,
  };
  // A system that has just started on a busy machine may be too busy; the key makes a repeat safe.
  const { charge } = await eventually(
    async () =>
      (await call('/api/deposit', { headers: keyed, body: { value: 500 } })).body ?? false,
    PATIENT,
  );
  await payAtBank(system.bankUrl, charge.emv);
  const paid = `/api/deposit/${charge.paymentLinkId}`;
  await call(paid, bearer);
  await call(paid, { headers: { 'x-api-key': key } });
  await call(`${paid}?wait=0&api_key=${key}`);

  await call('/api/session', { body: { email, password: wrongPassword } });
  await call('/api/account', { headers: { cookie: `entrada_session=${wrongCookie}` } });
  await call('/api/balance', { headers: { authorization: `Bearer ${wrongKey}` } });
  await call('/api/balance', { headers: { 'x-api-key': wrongKey } });
  await call(`/api/balance?api_key=${wrongKey}`);
  await call(`/nothing/${wrongKey}?api_key=${key}`);
  await call('/api/deposit', { ...bearer, body: { value: inBody } });
  await call('/api/deposit', { ...bearer, body: `{"value":"${inBody}` });
  await call('/api/webhooks', { ...bearer, body: { ...hook, url: `https://u:${inBody}@x.test` } });
  await call(`/provider/${wrongKey}/pix`, { body: { pix: [] } });

  const given = { key, secret, emv: charge.emv as string, session: cookie.split('=')[1] ?? '' };
  const sent = { password, wrongPassword, wrongKey, wrongCookie, inBody, authorization, email };
  const { callbackSecret } = system;
  return {
    secrets: { ...given, ...sent, idempotencyKey, receiverToken, callbackSecret },
    refusals,
    requestId,
  };
}

async function metricsOf(system: SystemUnderTest, name: (typeof SERVICES)[number]) {
  return (await fetch(`http://127.0.0.1:${system.ports[`${name}Admin`]}/metrics`)).text();
}
