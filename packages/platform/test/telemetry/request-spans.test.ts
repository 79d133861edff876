import { isTraced, openRequestSpan } from '../../src/telemetry/spans.ts';
import { recordSpans } from '../../src/testing/recorded-spans.ts';

const REQUESTS = 2_000;
const TRACE_ID = 'a'.repeat(32);
const recorded = recordSpans({ tracesRatio: 0.5 });

function request(headers = {}, statusCode = 200) {
  const span = openRequestSpan('GET', headers);
  let traced = false;
  span?.within(() => {
    traced = isTraced();
  });
  span?.end({ route: '/things/:id', statusCode, requestId: 'r-1' });
  return { span, traced };
}

test('of the share of requests that is chosen each has its span, and nothing is made for the others', () => {
  const requests = Array.from({ length: REQUESTS }, () => request());
  const chosen = requests.filter(({ traced }) => traced).length;
  expect(chosen).toBeGreaterThan(REQUESTS * 0.4);
  expect(chosen).toBeLessThan(REQUESTS * 0.6);
  const traceIds = new Set(recorded.spans().map((span) => span.spanContext().traceId));
  expect(traceIds.size).toBe(chosen);
  expect(requests.filter(({ span }) => span !== null)).toHaveLength(chosen);
});

test('a caller that has decided is followed, and its trace continued', () => {
  const traceparent = (flags: string) => `00-${TRACE_ID}-${'b'.repeat(16)}-${flags}`;
  expect(request({ traceparent: traceparent('00') }).traced).toBe(false);
  expect(recorded.spans()).toEqual([]);
  expect(request({ traceparent: traceparent('01') }, 503).traced).toBe(true);
  expect(recorded.spans()).toMatchObject([
    {
      name: 'GET /things/:id',
      parentSpanContext: { traceId: TRACE_ID, spanId: 'b'.repeat(16) },
      attributes: {
        'http.route': '/things/:id',
        'http.response.status_code': 503,
        'error.type': '503',
      },
    },
  ]);
});
