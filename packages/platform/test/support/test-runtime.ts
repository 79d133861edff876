import { Registry } from 'prom-client';
import { openHealth, type Runtime } from '../../src/runtime/runtime.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { dependencyMetrics } from '../../src/telemetry/metrics.ts';
import { testIdentity } from '../../src/testing/identity.ts';

/** The runtime of a process whose log can be read back, one JSON text a line. */
export function openTestRuntime(service = 'gateway'): Runtime & { readonly logged: string[] } {
  const logged: string[] = [];
  const log = openLog(
    { service: 'test', level: 'debug', version: '0' },
    { write: (line) => void logged.push(line) },
  );
  const metrics = new Registry();
  return {
    log,
    metrics,
    health: openHealth(dependencyMetrics(metrics)),
    logged,
    get identity() {
      return testIdentity(service);
    },
  };
}
