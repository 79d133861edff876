import { join } from 'node:path';
import { VERSION } from '../../src/runtime/runtime.ts';
import { freshDatabase } from '../../src/testing/database.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { testIdentityEnv } from '../../src/testing/identity.ts';
import { startChild } from '../support/child.ts';
import { startCollector } from './collector.ts';

const CANARY = 'canary-8d1f5c';
/** The SQLSTATE of a text that is no uuid. */
const INVALID_TEXT = '22P02';
const flags = ['--import', '@entrada/platform/telemetry/register'];
const program = (name: string) => join(import.meta.dirname, `${name}.ts`);

async function startPair(env: NodeJS.ProcessEnv, elsewhere: string) {
  await using held = new AsyncDisposableStack();
  const common = { ...env, ADMIN_PORT: '0' };
  const ledger = held.use(
    startChild(program('traced-ledger'), {
      env: { ...common, ...testIdentityEnv('ledger'), OTEL_SERVICE_NAME: 'ledger' },
      flags,
    }),
  );
  const { port: ledgerPort } = await ledger.logged('listening');
  const gatewayEnv = {
    ...common,
    ...testIdentityEnv('gateway'),
    LEDGER: `127.0.0.1:${ledgerPort}`,
    ELSEWHERE: elsewhere,
  };
  const gateway = held.use(startChild(program('traced-gateway'), { env: gatewayEnv, flags }));
  const { port } = await gateway.logged('listening');
  return { ledger, gateway, port, held: held.move() };
}

describeNeeding(['postgres'], 'tracing', () => {
  test('one request is one trace over HTTP, Express, gRPC and SQL, named in its log lines, and no secret of it is exported', async () => {
    await using collector = await startCollector();
    await using database = await freshDatabase('messaging');
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      DATABASE_URL_LEDGER: database.url,
    };
    const pair = await startPair(env, `${collector.url}/hook?token=${CANARY}`);
    await using _held = pair.held;

    const response = await fetch(`http://127.0.0.1:${pair.port}/balance/acc_1?api_key=${CANARY}`, {
      headers: { authorization: `Bearer ${CANARY}`, 'x-api-key': CANARY, cookie: `s=${CANARY}` },
    });
    await response.text();
    const line = await pair.gateway.logged('asked elsewhere');
    for (const child of [pair.gateway, pair.ledger]) {
      child.signal('SIGTERM');
      expect(await child.exit()).toBe(0);
      expect(child.stderr()).toBe('');
    }

    const databaseName = new URL(database.url).pathname.slice(1);
    const spans = collector.spans();
    const door = spans.find((span) => span.kind === 'SERVER' && span.parentSpanId === '');
    const inTrace = spans.filter((span) => span.traceId === door?.traceId);
    expect(inTrace.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
      'CLIENT GET',
      'CLIENT ledger.v1.LedgerService/GetBalance',
      `CLIENT pg.query:SELECT ${databaseName}`,
      `CLIENT pg.query:SELECT ${databaseName}`,
      'SERVER GET /balance/:id',
      'SERVER ledger.v1.LedgerService/GetBalance',
    ]);
    const rpc = inTrace.filter((span) => span.attributes['rpc.system'] === 'grpc');
    const client = rpc.find((span) => span.kind === 'CLIENT');
    const server = rpc.find((span) => span.kind === 'SERVER');
    expect(server?.parentSpanId).toBe(client?.spanId);
    for (const { attributes } of rpc)
      expect(attributes).toMatchObject({
        'rpc.service': 'ledger.v1.LedgerService',
        'rpc.method': 'GetBalance',
      });
    const failures = inTrace.flatMap(({ attributes }) => attributes['error.type'] ?? []);
    expect(failures).toEqual([INVALID_TEXT]);
    expect(server?.resource).toMatchObject({
      'service.name': 'ledger',
      'service.namespace': 'entrada',
      'service.version': VERSION,
    });
    expect(collector.exportedBytes().includes(CANARY)).toBe(false);
    expect([line.trace_id, line.span_id]).toEqual([door?.traceId, door?.spanId]);
  });
});

test('without a collector tracing is not even loaded', async () => {
  const script =
    'import{registerHooks}from"node:module";' +
    'registerHooks({resolve(name,at,next){console.log(name);return next(name,at)}})';
  await using child = startChild('0', {
    flags: ['--import', `data:text/javascript,${script}`, ...flags, '--eval'],
  });
  expect(await child.exit()).toBe(0);
  expect(child.stdout().split('\n')).toContain('../config/common-settings.ts');
  expect(child.stdout()).not.toContain('opentelemetry');
});
