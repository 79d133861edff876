import { basename, resolve } from 'node:path';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { envDetector, hostDetector, serviceInstanceIdDetector } from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace';
import { register as hookImports } from 'import-in-the-middle/register-hooks.mjs';
import { ConfigError, type EnvSource, readConfig } from '../config/settings.ts';
import { telemetrySettings } from '../config/telemetry-settings.ts';
import { requestSpans } from './request-spans.ts';
import { samplerOf, type TelemetryConfig } from './sampler.ts';
import { rememberSdk } from './sdk.ts';
import { withoutSecrets } from './without-secrets.ts';

/** Modules that are patched when ES modules import them; undici reports through diagnostics channels. */
const PATCHED_IMPORTS = ['pg'];

/** Traces only: metrics are prom-client's and logs are pino's. */
export function startTracing(env: EnvSource): void {
  const config = telemetryIn(env);
  if (!config) return;
  // Without this hook pg emits no spans and no warning. OpenTelemetry's own hook.mjs
  // uses module.register(), which prints a deprecation warning on Node 26.
  hookImports({ include: PATCHED_IMPORTS });
  const sdk = new NodeSDK({
    serviceName: env.OTEL_SERVICE_NAME ?? nameOf(process.argv[1]),
    // The process detector is left out: it exports the command line.
    resourceDetectors: [envDetector, hostDetector, serviceInstanceIdDetector],
    sampler: samplerOf(config),
    spanProcessors: [
      requestSpans,
      new BatchSpanProcessor({ exporter: withoutSecrets(new OTLPTraceExporter()) }),
    ],
    metricReaders: [],
    logRecordProcessors: [],
    // Requests and calls have spans at our own doors, and only if they are traced. What belongs to none has no span.
    instrumentations: [
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
      new UndiciInstrumentation({ requireParentforSpans: true }),
    ],
  });
  sdk.start();
  rememberSdk(sdk);
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
