import { type Context, SpanKind, trace } from '@opentelemetry/api';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { ConfigOf } from '../config/settings.ts';
import type { telemetrySettings } from '../config/telemetry-settings.ts';

export type TelemetryConfig = ConfigOf<typeof telemetrySettings>;
export type SamplingConfig = Pick<TelemetryConfig, 'tracesSampler' | 'tracesRatio'>;

const PARENT_BASED = 'parentbased_';

export type Sampling = {
  /** Of spans, which only traced work has. */
  readonly sampler: Sampler;
  /** Whether a request is traced that came with this trace, or with none. */
  isChosen(parent: Context): boolean;
};

/**
 * Decides at the gateway which requests are traced; the calls and events that follow from one are traced if it is.
 * A request that came without a trace needs no id until it has been sampled.
 */
export function openSampling(config: SamplingConfig): Sampling {
  if (config.tracesSampler === 'always_off')
    return { sampler: new AlwaysOffSampler(), isChosen: () => false };
  const { share, sampler: root } = rootOf(config);
  const isFollowing = config.tracesSampler.startsWith(PARENT_BASED);
  const ofCallers = isFollowing ? new ParentBasedSampler({ root }) : root;
  return {
    sampler: new AlwaysOnSampler(),
    isChosen(parent) {
      const caller = trace.getSpanContext(parent);
      if (!caller) return Math.random() < share;
      const { traceId } = caller;
      const { decision } = ofCallers.shouldSample(parent, traceId, '', SpanKind.SERVER, {}, []);
      return decision === SamplingDecision.RECORD_AND_SAMPLED;
    },
  };
}

function rootOf({ tracesSampler, tracesRatio }: SamplingConfig) {
  switch (tracesSampler.replace(PARENT_BASED, '')) {
    case 'always_on':
      return { share: 1, sampler: new AlwaysOnSampler() };
    case 'always_off':
      return { share: 0, sampler: new AlwaysOffSampler() };
    default:
      return { share: tracesRatio, sampler: new TraceIdRatioBasedSampler(tracesRatio) };
  }
}
