import { randomBytes } from 'node:crypto';
import { openReceiver } from '@entrada/deposit-check/webhook-receiver';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { eventually } from '@entrada/platform/testing/eventually';
import { startCollector } from '../../packages/platform/test/telemetry/collector.ts';
import { payAtBank } from '../../scripts/client/pay-at-bank.ts';
import { type SystemUnderTest, startSystemUnderTest } from './system-under-test.ts';

const TEST_MAX_MS = 180_000;
const SERVICES = ['auth', 'charges', 'ledger', 'webhooks', 'gateway'] as const;

/** A word that exists nowhere else, so that finding it means that a secret got out. */
const canary = () => `canary${randomBytes(12).toString('hex')}`;

type Sent = {
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
};

describeNeeding(['postgres'], 'with every request traced', () => {
  test(
    'no secret of a client, its webhook or the bank is in a span, a log, a metric or a refusal',
    async () => {
      await using held = new AsyncDisposableStack();
      const collector = held.use(await startCollector());
      const receiver = held.use(await openReceiver());
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER: 'always_on' };
      const system = held.use(await startSystemUnderTest({ env }));
      const { secrets, refusals } = await useEverything(system, receiver.url);
      await eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(2));
      const metrics = await Promise.all(SERVICES.map((name) => metricsOf(system, name)));
      // They send what they still hold when they stop.
      await system[Symbol.asyncDispose]();

      const spans = collector.spans().map(({ kind, name }) => `${kind} ${name}`);
      expect(spans).toEqual(
        expect.arrayContaining([
          'SERVER POST /api/deposit',
          'CLIENT grpc.charges.v1.ChargesService/CreateCharge',
          'SERVER grpc.charges.v1.ChargesService/CreateCharge',
          'CLIENT grpc.auth.v1.AuthService/VerifyKey',
          expect.stringMatching(/^CLIENT pg.query:INSERT/),
          'CLIENT PUT',
          'CLIENT POST',
        ]),
      );
      const exported = collector.exportedBytes().toString('latin1');
      const outputs = [exported, system.lastLines(), ...metrics, ...refusals];
      const leaked = Object.entries(secrets).filter(([, secret]) =>
        outputs.some((text) => text.includes(secret)),
      );
      expect(leaked.map(([name]) => name)).toEqual([]);
    },
    TEST_MAX_MS,
  );
});

/** Sends each kind of secret by each way that there is, where it is accepted and where it is not. */
async function useEverything(system: SystemUnderTest, receiverUrl: string) {
  const refusals: string[] = [];
  const call = async (path: string, { body, headers = {} }: Sent = {}) => {
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
  const keyed = { ...bearer.headers, 'idempotency-key': idempotencyKey };
  // A system that has just started on a busy machine may be too busy; the key makes a repeat safe.
  const { charge } = await eventually(
    async () =>
      (await call('/api/deposit', { headers: keyed, body: { value: 500 } })).body ?? false,
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
  };
}

async function metricsOf(system: SystemUnderTest, name: (typeof SERVICES)[number]) {
  return (await fetch(`http://127.0.0.1:${system.ports[`${name}Admin`]}/metrics`)).text();
}
