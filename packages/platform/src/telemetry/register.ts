import { processEnv } from '../config/common-settings.ts';

// Loaded by `node --import @entrada/platform/telemetry/register`, before anything that is traced.
// Without a collector to send to, tracing is off and not even loaded.
const env = processEnv();
if (env.OTEL_EXPORTER_OTLP_ENDPOINT) {
  const { startTracing } = await import('./start-tracing.ts');
  startTracing(env);
}
