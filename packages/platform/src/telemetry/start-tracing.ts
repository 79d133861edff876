import { basename, resolve } from 'node:path';
import {
  type Attributes,
  type AttributeValue,
  type Context,
  SpanKind,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  hostDetector,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { NodeSDK, type NodeSDKConfiguration } from '@opentelemetry/sdk-node';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import { telemetrySettings } from '../config/common-settings.ts';
import { ConfigError, type ConfigOf, type EnvSource, readConfig } from '../config/settings.ts';
import { VERSION } from '../runtime/runtime.ts';
import { rememberTracing, traceHttpCalls } from './spans.ts';

/** What all spans of a process have; OTEL_RESOURCE_ATTRIBUTES may replace it. */
const RESOURCE = { 'service.namespace': 'entrada', 'service.version': VERSION };

export function startTracing(env: EnvSource): void {
  const config = telemetryIn(env);
  if (!config) return;
  const exporter = withoutSecrets(new OTLPTraceExporter());
  openTracing(config, {
    serviceName: env.OTEL_SERVICE_NAME ?? nameOf(process.argv[1]),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
    // The process detector is left out: it exports the command line.
    resourceDetectors: [hostDetector, serviceInstanceIdDetector, resourceAttributesEnvDetector],
  });
  traceHttpCalls();
}

type Parts = Required<
  Pick<NodeSDKConfiguration, 'serviceName' | 'spanProcessors' | 'resourceDetectors'>
>;

/** Traces only: metrics are prom-client's and logs are pino's. */
export function openTracing(config: SamplingConfig, parts: Parts): void {
  const { sampler, isChosen } = openSampling(config);
  const sdk = new NodeSDK({
    ...parts,
    resource: defaultResource().merge(resourceFromAttributes(RESOURCE)),
    sampler,
    textMapPropagator: new W3CTraceContextPropagator(),
    // OpenTelemetry's instrumentations cost every query and call, traced or not; our own spans only those that are traced.
    instrumentations: [],
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  rememberTracing({ isChosen, shutdown: () => sdk.shutdown() });
}

/** Null when a setting is invalid: the program itself then says which, and ends. */
function telemetryIn(env: EnvSource): TelemetryConfig | null {
  try {
    return readConfig(env, telemetrySettings);
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}

/** The name of the folder that contains src/main.ts. */
function nameOf(mainFile = ''): string {
  return basename(resolve(mainFile, '../..'));
}

type TelemetryConfig = ConfigOf<typeof telemetrySettings>;
type SamplingConfig = Pick<TelemetryConfig, 'tracesSampler' | 'tracesRatio'>;

const PARENT_BASED = 'parentbased_';

type Sampling = {
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

const URLS = new Set(['url.full', 'http.url']);
/** Secrets, and who calls: addresses of clients and what their programs say of themselves. */
const LEFT_OUT =
  /^(client\.|user_agent\.|http\.(client_ip|user_agent)$|network\.peer\.|net\.(peer|sock\.peer)\.(addr|ip|port)|url\.(query|path)|http\.target|http\.(request|response)\.header\.|rpc\.(request|response)\.metadata\.|db\.(query\.parameter|postgresql\.values))/;

/**
 * Removes secrets from every exported span: API keys in query strings, secrets in paths, credentials
 * in headers and error messages, which quote input. The route's pattern names the call.
 */
function withoutSecrets(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(scrub), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/**
 * The log line of the same trace has the error's message and stack, redacted. Changes the span, which nobody else
 * reads: the exporter takes several times as long for one that inherits from another.
 */
function scrub(span: ReadableSpan): ReadableSpan {
  return Object.assign(span, {
    attributes: scrubAttributes(span.attributes),
    status: { code: span.status.code },
    events: span.events.map(({ attributes = {}, ...event }) => {
      const type = attributes['exception.type'];
      return { ...event, attributes: type === undefined ? {} : { 'exception.type': type } };
    }),
  });
}

export function scrubAttributes(attributes: Attributes): Attributes {
  const kept = Object.entries(attributes).filter(([name]) => !LEFT_OUT.test(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, URLS.has(name) ? originOf(value) : value]),
  );
}

function originOf(value: AttributeValue | undefined): string {
  return URL.parse(String(value))?.origin ?? '';
}
