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
import { register as hookImports } from 'import-in-the-middle/register-hooks.mjs';
import type { EnvSource } from '../config/settings.ts';
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
const PROBES = new Set(['/livez', '/readyz', '/metrics']);
const HEALTH_CHECKS = ['Check', 'Watch'];

/** Traces only: metrics are prom-client's and logs are pino's. OTEL_TRACES_SAMPLER sets the share. */
export function startTracing(env: EnvSource): void {
  // Without this hook grpc and express emit no spans and no warning. OpenTelemetry's own hook.mjs
  // uses module.register(), which prints a deprecation warning on Node 26.
  hookImports({ include: PATCHED_IMPORTS });
  const sdk = new NodeSDK({
    serviceName: env.OTEL_SERVICE_NAME ?? nameOf(process.argv[1]),
    // The process detector is left out: it exports the command line.
    resourceDetectors: [envDetector, hostDetector, serviceInstanceIdDetector],
    traceExporter: withoutSecrets(new OTLPTraceExporter()),
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [
      new GrpcInstrumentation({ ignoreGrpcMethods: HEALTH_CHECKS }),
      new HttpInstrumentation({ ignoreIncomingRequestHook: isProbe }),
      new ExpressInstrumentation({ ignoreLayersType: [ExpressLayerType.MIDDLEWARE] }),
      // Polling statements belong to no request.
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
      new UndiciInstrumentation(),
    ],
  });
  sdk.start();
  rememberSdk(sdk);
}

function isProbe(request: IncomingMessage): boolean {
  return PROBES.has(request.url ?? '');
}

/** The name of the folder that contains src/main.ts. */
function nameOf(mainFile = ''): string {
  return basename(resolve(mainFile, '../..'));
}
