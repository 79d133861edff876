import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { ConfigOf } from '../config/settings.ts';
import type { telemetrySettings } from '../config/telemetry-settings.ts';

export type TelemetryConfig = ConfigOf<typeof telemetrySettings>;

const PARENT_BASED = 'parentbased_';

/** Which requests are traced. */
export function samplerOf({
  tracesSampler,
  tracesRatio,
}: Pick<TelemetryConfig, 'tracesSampler' | 'tracesRatio'>): Sampler {
  const roots: Readonly<Record<string, Sampler>> = {
    always_on: new AlwaysOnSampler(),
    always_off: new AlwaysOffSampler(),
    traceidratio: new TraceIdRatioBasedSampler(tracesRatio),
  };
  const root = roots[tracesSampler.replace(PARENT_BASED, '')] ?? new AlwaysOnSampler();
  return tracesSampler.startsWith(PARENT_BASED) ? new ParentBasedSampler({ root }) : root;
}
