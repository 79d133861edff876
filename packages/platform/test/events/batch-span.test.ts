import { context, propagation, trace } from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { inBatchSpan, inSendSpans } from '../../src/events/batch-span.ts';
import { traceHeaders } from '../../src/telemetry/trace-context.ts';

const exporter = new InMemorySpanExporter();
const sdk = new NodeSDK({
  spanProcessors: [new SimpleSpanProcessor({ exporter })],
  metricReaders: [],
  logRecordProcessors: [],
  autoDetectResources: false,
});
beforeAll(() => sdk.start());
afterAll(async () => {
  await sdk.shutdown();
  // Other test files of this worker must not be traced.
  trace.disable();
  context.disable();
  propagation.disable();
});
beforeEach(() => exporter.reset());

const traceIdOf = (key: string) => key.repeat(32);
const recordOf = (key: string) => ({
  key,
  topic: 'things',
  headers: { traceparent: `00-${traceIdOf(key)}-${key.repeat(16)}-01`, 'request-id': `r-${key}` },
});
const spans = () =>
  exporter.getFinishedSpans().map((span) => ({
    name: span.name,
    traceId: span.spanContext().traceId,
    parent: span.parentSpanContext?.spanId,
    requestId: span.attributes.request_id,
  }));

test('a single event continues its trace', async () => {
  await inBatchSpan('group', [recordOf('a')], async () => {
    expect(traceHeaders('a').traceparent).toContain(traceIdOf('a'));
  });
  expect(spans()).toMatchObject([{ traceId: traceIdOf('a'), parent: 'a'.repeat(16) }]);
});

test('what follows from each event of a batch continues the trace of that event', async () => {
  const next = await inBatchSpan('group', ['a', 'b'].map(recordOf), async () => ({
    a: traceHeaders('a').traceparent,
    b: traceHeaders('b').traceparent,
    other: traceHeaders('c').traceparent,
    batch: trace.getActiveSpan()?.spanContext().traceId ?? '',
  }));
  expect(next.a).toContain(traceIdOf('a'));
  expect(next.b).toContain(traceIdOf('b'));
  expect(next.other).toContain(next.batch);
  expect(spans()).toEqual(
    expect.arrayContaining([
      { name: 'consume group', traceId: traceIdOf('a'), parent: 'a'.repeat(16), requestId: 'r-a' },
      { name: 'consume group', traceId: traceIdOf('b'), parent: 'b'.repeat(16), requestId: 'r-b' },
    ]),
  );
});

test('an event that is sent has a span in its trace, and one without a trace has none', async () => {
  await inSendSpans([recordOf('a'), { topic: 'things', headers: {} }], async () => {});
  expect(spans()).toMatchObject([{ name: 'send things', traceId: traceIdOf('a') }]);
});
