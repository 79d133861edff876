import { trace } from '@opentelemetry/api';
import { inBatchSpan, inSendSpans } from '../../src/events/batch-span.ts';
import { forEvents } from '../../src/telemetry/request-ids.ts';
import { traceHeaders } from '../../src/telemetry/spans.ts';
import { recordSpans } from '../../src/testing/recorded-spans.ts';

const recorded = recordSpans();
const CONSUMER = { system: 'kafka', group: 'group' } as const;

const traceIdOf = (key: string) => key.repeat(32);
const recordOf = (key: string) => ({
  key,
  topic: 'things',
  headers: { traceparent: `00-${traceIdOf(key)}-${key.repeat(16)}-01`, 'request-id': `r-${key}` },
});
const spans = () =>
  recorded.spans().map((span) => ({
    name: span.name,
    traceId: span.spanContext().traceId,
    parent: span.parentSpanContext?.spanId,
    requestId: span.attributes.request_id,
  }));

test('a single event continues its trace', async () => {
  await inBatchSpan(CONSUMER, [recordOf('a')], async () => {
    expect(traceHeaders('a').traceparent).toContain(traceIdOf('a'));
  });
  expect(spans()).toMatchObject([{ traceId: traceIdOf('a'), parent: 'a'.repeat(16) }]);
});

test('what follows from each event of a batch continues the trace of that event', async () => {
  const records = ['a', 'b'].map(recordOf);
  const next = await forEvents(records, () =>
    inBatchSpan(CONSUMER, records, async () => ({
      a: traceHeaders('a').traceparent,
      b: traceHeaders('b').traceparent,
      other: traceHeaders('c').traceparent,
      batch: trace.getActiveSpan()?.spanContext().traceId ?? '',
    })),
  );
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

test('a batch names its system, its group and, where all events share one, its topic, and how it failed', async () => {
  const consumed = async (...records: ReturnType<typeof recordOf>[]) => {
    const work = async () => Promise.reject(new RangeError('too far'));
    await expect(inBatchSpan(CONSUMER, records, work)).rejects.toThrow('too far');
    return recorded.spans().find(({ attributes }) => attributes['messaging.batch.message_count']);
  };
  const other = { ...recordOf('b'), topic: 'others' };
  expect((await consumed(recordOf('a')))?.attributes).toMatchObject({
    'messaging.system': 'kafka',
    'messaging.operation.type': 'process',
    'messaging.consumer.group.name': 'group',
    'messaging.destination.name': 'things',
    'error.type': 'RangeError',
  });
  recorded.reset();
  expect(Object.keys((await consumed(recordOf('a'), other))?.attributes ?? {})).not.toContain(
    'messaging.destination.name',
  );
  const topics = recorded.spans().map(({ attributes }) => attributes['messaging.destination.name']);
  expect(topics.toSorted()).toEqual(['others', 'things', undefined]);
});

test('an event without a request id is not given those of its batch', async () => {
  const { traceparent } = recordOf('b').headers;
  const records = [recordOf('a'), { ...recordOf('b'), headers: { traceparent } }];
  await forEvents(records, () => inBatchSpan(CONSUMER, records, async () => {}));
  expect(spans().map(({ traceId, requestId }) => [traceId, requestId])).toEqual(
    expect.arrayContaining([
      [traceIdOf('a'), 'r-a'],
      [traceIdOf('b'), undefined],
    ]),
  );
});

test('an event that is sent has a span in its trace, and one without a trace has none', async () => {
  await inSendSpans('kafka', [recordOf('a'), { topic: 'things', headers: {} }], async () => {});
  expect(spans()).toMatchObject([{ name: 'send things', traceId: traceIdOf('a') }]);
  expect(recorded.spans()[0]?.attributes).toMatchObject({
    'messaging.system': 'kafka',
    'messaging.operation.type': 'send',
    'messaging.destination.name': 'things',
  });
});
