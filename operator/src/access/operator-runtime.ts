import { openHealth, type Runtime } from '@entrada/platform/runtime/runtime';
import { openLog } from '@entrada/platform/telemetry/log';
import { Registry } from 'prom-client';

/** A runtime for what a command borrows from the services: it only logs errors. */
export function operatorRuntime(): Runtime {
  const log = openLog({ service: 'operator', level: 'error', version: '-' });
  return { log, metrics: new Registry(), health: openHealth() };
}
