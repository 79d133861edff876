import { continueTrace, linkTrace } from '../../src/telemetry/spans.ts';
import { recordSpans } from '../../src/testing/recorded-spans.ts';

/** Of requests that come without a trace none is traced. */
const recorded = recordSpans({ tracesRatio: 0 });

const TRACE_ID = 'a'.repeat(32);
const TRACED = `00-${TRACE_ID}-${'b'.repeat(16)}-01`;
const UNTRACED = TRACED.replace(/1$/, '0');

test('what is done again much later for a traced request is traced, in a trace that is linked to it', async () => {
  await expect(linkTrace('deliver', TRACED, async () => 'done')).resolves.toBe('done');
  const [span] = recorded.spans();
  expect(span?.spanContext().traceId).not.toBe(TRACE_ID);
  expect(span?.links.map(({ context }) => context.traceId)).toEqual([TRACE_ID]);
});

test('what ends a traced request is traced with it', async () => {
  await continueTrace('deliver', TRACED, async () => {});
  expect(recorded.spans().map((span) => span.spanContext().traceId)).toEqual([TRACE_ID]);
});

test.each([UNTRACED, null])(
  'what follows from a request with the trace %s has no span',
  async (traceParent) => {
    for (const run of [continueTrace, linkTrace]) await run('deliver', traceParent, async () => {});
    expect(recorded.spans()).toEqual([]);
  },
);
