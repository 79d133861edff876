import { type Context, SpanKind, trace } from '@opentelemetry/api';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { ConfigOf } from '../config/settings.ts';
import type { telemetrySettings } from '../config/telemetry-settings.ts';

export type TelemetryConfig = ConfigOf<typeof telemetrySettings>;
export type SamplingConfig = Pick<TelemetryConfig, 'tracesSampler' | 'tracesRatio'>;

const PARENT_BASED = 'parentbased_';

type Sampling = {
  readonly sampler: Sampler;
  readonly idGenerator: IdGenerator;
  isChosen(parent: Context): boolean;
};

/** Decides which requests are traced, by the id that their trace has or would get. */
export function openSampling(config: SamplingConfig): Sampling {
  const sampler = samplerOf(config);
  const random = new RandomIdGenerator();
  let nextTraceId = random.generateTraceId();
  const takeTraceId = (): string => {
    const taken = nextTraceId;
    nextTraceId = random.generateTraceId();
    return taken;
  };
  return {
    sampler,
    idGenerator: { generateTraceId: takeTraceId, generateSpanId: random.generateSpanId },
    isChosen(parent) {
      const traceId = trace.getSpanContext(parent)?.traceId ?? nextTraceId;
      const { decision } = sampler.shouldSample(parent, traceId, '', SpanKind.SERVER, {}, []);
      const chosen = decision === SamplingDecision.RECORD_AND_SAMPLED;
      if (!chosen) takeTraceId();
      return chosen;
    },
  };
}

function samplerOf({ tracesSampler, tracesRatio }: SamplingConfig): Sampler {
  const roots: Readonly<Record<string, Sampler>> = {
    always_on: new AlwaysOnSampler(),
    always_off: new AlwaysOffSampler(),
    traceidratio: new TraceIdRatioBasedSampler(tracesRatio),
  };
  const root = roots[tracesSampler.replace(PARENT_BASED, '')] ?? new AlwaysOnSampler();
  return tracesSampler.startsWith(PARENT_BASED) ? new ParentBasedSampler({ root }) : root;
}
