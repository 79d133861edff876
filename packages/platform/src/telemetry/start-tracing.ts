import { basename, resolve } from 'node:path';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  hostDetector,
  type Resource,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  TracerProvider,
  type TracerProviderOptions,
} from '@opentelemetry/sdk-trace';
import { ConfigError, type EnvSource, readConfig } from '../config/settings.ts';
import { telemetrySettings } from '../config/telemetry-settings.ts';
import { traceHttpCalls } from './http-call-spans.ts';
import { openSampling, type SamplingConfig, type TelemetryConfig } from './sampler.ts';
import { rememberTracing } from './tracing.ts';
import { withoutSecrets } from './without-secrets.ts';

type Parts = Pick<TracerProviderOptions, 'resource' | 'spanProcessors'>;

/** Traces only: metrics are prom-client's and logs are pino's. */
export function startTracing(env: EnvSource): void {
  const config = telemetryIn(env);
  if (!config) return;
  const exporter = withoutSecrets(new OTLPTraceExporter());
  openTracing(config, {
    resource: resourceIn(env),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  traceHttpCalls();
}

/** Without OpenTelemetry's own instrumentations, which cost every query and call, traced or not. */
export function openTracing(config: SamplingConfig, parts: Parts): void {
  const { sampler, isChosen } = openSampling(config);
  const provider = new TracerProvider({ sampler, ...parts });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  rememberTracing({ isChosen, shutdown: () => provider.shutdown() });
}

/** The process detector is left out: it exports the command line. */
function resourceIn(env: EnvSource): Resource {
  const detectors = [resourceAttributesEnvDetector, hostDetector, serviceInstanceIdDetector];
  const name = env.OTEL_SERVICE_NAME ?? nameOf(process.argv[1]);
  return defaultResource()
    .merge(detectResources({ detectors }))
    .merge(resourceFromAttributes({ 'service.name': name }));
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
