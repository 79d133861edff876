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
/** A request, a call or a batch of events is given a span only after it was found to be traced. */
const DECIDED_KINDS: ReadonlySet<SpanKind> = new Set([SpanKind.SERVER, SpanKind.CONSUMER]);
const SAMPLED = { decision: SamplingDecision.RECORD_AND_SAMPLED };

export type Sampling = {
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
  const following = new ParentBasedSampler({ root });
  const ofCallers = config.tracesSampler.startsWith(PARENT_BASED) ? following : root;
  return {
    sampler: {
      shouldSample(parent, traceId, name, kind, ...more) {
        if (DECIDED_KINDS.has(kind)) return SAMPLED;
        return following.shouldSample(parent, traceId, name, kind, ...more);
      },
      toString: () => `requests of ${ofCallers}`,
    },
    isChosen(parent) {
      const caller = trace.getSpanContext(parent);
      if (!caller) return Math.random() < share;
      const { traceId } = caller;
      const { decision } = ofCallers.shouldSample(parent, traceId, '', SpanKind.SERVER, {}, []);
      return decision === SAMPLED.decision;
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
