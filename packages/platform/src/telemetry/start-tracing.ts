import type { IncomingMessage } from 'node:http';
import { basename, resolve } from 'node:path';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { ExpressInstrumentation, ExpressLayerType } from '@opentelemetry/instrumentation-express';
import { GrpcInstrumentation } from '@opentelemetry/instrumentation-grpc';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { envDetector, hostDetector, serviceInstanceIdDetector } from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import { register as hookImports } from 'import-in-the-middle/register-hooks.mjs';
import { ConfigError, type ConfigOf, type EnvSource, readConfig } from '../config/settings.ts';
import { telemetrySettings } from '../config/telemetry-settings.ts';
import { nameRequest, requestSpans } from './request-spans.ts';
import { rememberSdk } from './sdk.ts';
import { withoutSecrets } from './without-secrets.ts';

/** Modules that are patched when ES modules import them; undici reports through diagnostics channels. */
const PATCHED_IMPORTS = [
  '@grpc/grpc-js',
  'express',
  'pg',
  'http',
  'https',
  'node:http',
  'node:https',
];
const PARENT_BASED = 'parentbased_';
const PROBES = new Set(['/livez', '/readyz', '/metrics']);
const HEALTH_CHECKS = ['Check', 'Watch'];

/** Traces only: metrics are prom-client's and logs are pino's. */
export function startTracing(env: EnvSource): void {
  const config = telemetryIn(env);
  if (!config) return;
  // Without this hook grpc and express emit no spans and no warning. OpenTelemetry's own hook.mjs
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
    instrumentations: [
      new GrpcInstrumentation({ ignoreGrpcMethods: HEALTH_CHECKS }),
      new HttpInstrumentation({
        ignoreIncomingRequestHook: isProbe,
        responseHook: nameRequest,
      }),
      new ExpressInstrumentation({ ignoreLayersType: [ExpressLayerType.MIDDLEWARE] }),
      // Polling statements belong to no request.
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
      new UndiciInstrumentation(),
    ],
  });
  sdk.start();
  rememberSdk(sdk);
}

type TelemetryConfig = ConfigOf<typeof telemetrySettings>;

/** Null when a setting is invalid: the program itself then says which, and ends. */
function telemetryIn(env: EnvSource): TelemetryConfig | null {
  try {
    return readConfig(env, telemetrySettings);
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}

function samplerOf({ tracesSampler, tracesRatio }: TelemetryConfig): Sampler {
  const roots: Readonly<Record<string, Sampler>> = {
    always_on: new AlwaysOnSampler(),
    always_off: new AlwaysOffSampler(),
    traceidratio: new TraceIdRatioBasedSampler(tracesRatio),
  };
  const root = roots[tracesSampler.replace(PARENT_BASED, '')] ?? new AlwaysOnSampler();
  return tracesSampler.startsWith(PARENT_BASED) ? new ParentBasedSampler({ root }) : root;
}

function isProbe(request: IncomingMessage): boolean {
  return PROBES.has(request.url ?? '');
}

/** The name of the folder that contains src/main.ts. */
function nameOf(mainFile = ''): string {
  return basename(resolve(mainFile, '../..'));
}
