import { context, propagation, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace';
import { inSpan, traceHttpCalls } from '../telemetry/spans.ts';
import { openTracing } from '../telemetry/start-tracing.ts';

/** Traces a share of the requests that the tests of a file make, and keeps the spans of each test. */
export function recordSpans({ tracesRatio = 1 } = {}) {
  const exporter = new InMemorySpanExporter();
  const held = new DisposableStack();
  beforeAll(() => {
    openTracing(
      { tracesSampler: 'parentbased_traceidratio', tracesRatio },
      {
        serviceName: 'test',
        spanProcessors: [new SimpleSpanProcessor({ exporter })],
        resourceDetectors: [],
      },
    );
    held.use(traceHttpCalls());
  });
  beforeEach(() => exporter.reset());
  afterAll(() => {
    // Other test files of this worker must not be traced.
    held.dispose();
    trace.disable();
    context.disable();
    propagation.disable();
  });
  return {
    reset: () => exporter.reset(),
    spans: (): ReadableSpan[] => exporter.getFinishedSpans(),
    /** Runs `work` as a traced request would; its span is named `request`. */
    inTrace: <T>(work: () => Promise<T>): Promise<T> =>
      inSpan({ name: 'request', kind: SpanKind.SERVER, parent: ROOT_CONTEXT }, work),
  };
}
