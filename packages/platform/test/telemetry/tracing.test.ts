import { type Context, ROOT_CONTEXT, SpanKind, type TraceFlags, trace } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace';
import { telemetrySettings } from '../../src/config/common-settings.ts';
import { readConfig } from '../../src/config/settings.ts';
import { openSampling, scrubAttributes } from '../../src/telemetry/start-tracing.ts';
import { startChild } from '../support/child.ts';

const { RECORD_AND_SAMPLED } = SamplingDecision;
const TRACE_ID = 'f'.repeat(32);

/** Whether a request is traced whose caller has decided, or has not. */
function isTraced(env: Readonly<Record<string, string>>, caller?: TraceFlags): boolean {
  const parent = caller === undefined ? ROOT_CONTEXT : calledBy(caller);
  return openSampling(readConfig(env, telemetrySettings)).isChosen(parent);
}

function calledBy(traceFlags: TraceFlags) {
  const spanContext = { traceId: TRACE_ID, spanId: '1'.repeat(16), isRemote: true, traceFlags };
  return trace.setSpanContext(ROOT_CONTEXT, spanContext);
}

test('a share of requests is traced, and a caller that has decided is followed', () => {
  const [none, all] = [{ OTEL_TRACES_SAMPLER_ARG: '0' }, { OTEL_TRACES_SAMPLER_ARG: '1.0' }];
  expect([isTraced({}), isTraced(none), isTraced(all)]).toEqual([true, false, true]);
  expect([isTraced(none, 1), isTraced(all, 0)]).toEqual([true, false]);
});

test('a sampler that follows no caller decides by itself', () => {
  const own = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' };
  expect([isTraced(own, 1), isTraced({ OTEL_TRACES_SAMPLER: 'always_off' })]).toEqual([
    false,
    false,
  ]);
  expect(isTraced({ OTEL_TRACES_SAMPLER: 'always_on', OTEL_TRACES_SAMPLER_ARG: '0' })).toBe(true);
});

test('with always_off nothing is traced, whatever others have decided', () => {
  const env = { OTEL_TRACES_SAMPLER: 'always_off' };
  const { sampler, isChosen } = openSampling(readConfig(env, telemetrySettings));
  expect(isChosen(calledBy(1))).toBe(false);
  for (const kind of [SpanKind.SERVER, SpanKind.CONSUMER, SpanKind.CLIENT])
    expect(sampler.shouldSample(calledBy(1), TRACE_ID, '', kind, {}, []).decision).toBe(
      SamplingDecision.NOT_RECORD,
    );
});

test.each(['parentbased_traceidratio', 'traceidratio'])(
  'with %s a request that was chosen is traced whole, whatever its id is',
  (OTEL_TRACES_SAMPLER) => {
    const env = { OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG: '0' };
    const { sampler } = openSampling(readConfig(env, telemetrySettings));
    const decisionOf = (parent: Context, kind: SpanKind) =>
      sampler.shouldSample(parent, TRACE_ID, '', kind, {}, []).decision;
    for (const kind of [SpanKind.SERVER, SpanKind.CLIENT, SpanKind.CONSUMER, SpanKind.INTERNAL]) {
      const decisions = [decisionOf(ROOT_CONTEXT, kind), decisionOf(calledBy(1), kind)];
      expect([kind, ...decisions]).toEqual([kind, RECORD_AND_SAMPLED, RECORD_AND_SAMPLED]);
    }
  },
);

test.each([
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['OTEL_TRACES_SAMPLER_ARG', '10%'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'production'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
])('%s=%s is refused by its name', (name, value) => {
  expect(() => readConfig({ [name]: value }, telemetrySettings)).toThrow(`${name} must be`);
});

test('of a URL only the origin is exported: paths carry secrets too', () => {
  const scrubbed = scrubAttributes({
    'url.full': 'https://user:pass@hooks.example:8443/services/T0/s?api_key=s#s',
    'http.url': 'http://bank.example/?a=user@s',
    'http.target': '/provider/s/pix',
    'url.path': '/provider/s/pix',
    'url.query': 'api_key=s',
    'http.route': '/provider/:secret/pix',
  });
  expect(scrubbed).toEqual({
    'url.full': 'https://hooks.example:8443',
    'http.url': 'http://bank.example',
    'http.route': '/provider/:secret/pix',
  });
});

test('headers, gRPC metadata and SQL parameters are not exported, the statement is', () => {
  const scrubbed = scrubAttributes({
    'http.request.header.authorization': ['Bearer s'],
    'http.response.header.set_cookie': ['s'],
    'rpc.request.metadata.x_api_key': ['s'],
    'db.postgresql.values': ['s'],
    'db.query.parameter.0': 's',
    'db.query.text': 'select $1',
  });
  expect(scrubbed).toEqual({ 'db.query.text': 'select $1' });
});

const flags = ['--import', '@entrada/platform/telemetry/register'];

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
