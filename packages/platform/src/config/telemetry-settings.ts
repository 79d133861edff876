import { choice, matching, optional, ratio, url } from './settings.ts';

const HTTP = ['http:', 'https:'] as const;

const SAMPLERS = [
  'parentbased_traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'traceidratio',
  'always_on',
  'always_off',
] as const;

/** Where traces go and which ones; the names are those of OpenTelemetry. */
export const telemetrySettings = {
  otlpEndpoint: optional(
    url(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'where traces are sent, by OTLP over HTTP; without it nothing is traced',
      { protocols: HTTP },
    ),
  ),
  otlpTracesEndpoint: optional(
    url(
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      'the same with its path, in place of OTEL_EXPORTER_OTLP_ENDPOINT with /v1/traces',
      { protocols: HTTP },
    ),
  ),
  tracesSampler: choice(
    'OTEL_TRACES_SAMPLER',
    'which requests are traced: all, none, or OTEL_TRACES_SAMPLER_ARG of them; with parentbased_ a caller that has decided is followed',
    SAMPLERS,
    { fallback: 'parentbased_traceidratio' },
  ),
  tracesRatio: ratio('OTEL_TRACES_SAMPLER_ARG', 'share of requests that are traced, 0 to 1', {
    fallback: 1,
  }),
  resourceAttributes: optional(
    matching(
      'OTEL_RESOURCE_ATTRIBUTES',
      'attributes of every trace, such as deployment.environment.name=production,team=operations',
      {
        pattern: /^[\w.-]+=[^,=\s]*(,[\w.-]+=[^,=\s]*)*$/,
        says: 'must be name=value, comma-separated',
      },
    ),
  ),
};
