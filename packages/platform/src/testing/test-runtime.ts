import { Registry } from 'prom-client';
import { openHealth } from '../runtime/health.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { openLog } from '../telemetry/log.ts';
import { hasTestIdentity, testIdentity } from './identity.ts';

/** The log can be read back, one JSON text a line. */
export type TestRuntime = Runtime & { readonly logged: readonly string[] };

/** What `run` gives a service, for one that a test starts in its own process; any other name is an operator's. */
export function testRuntime(service: string): TestRuntime {
  const logged: string[] = [];
  const options = { service, level: 'debug', version: 'test' };
  const log = openLog(options, { write: (line) => void logged.push(line) });
  return {
    log,
    metrics: new Registry(),
    health: openHealth(),
    logged,
    /** Read when it is used: many tests call nobody. */
    get identity() {
      return testIdentity(hasTestIdentity(service) ? service : 'operator');
    },
  };
}
