import type { Registry } from 'prom-client';
import type { Logger } from '../telemetry/log.ts';
import type { Health } from './health.ts';

/** Logging, metrics and health checks of a process, passed to each of its parts. */
export type Runtime = {
  readonly log: Logger;
  readonly metrics: Registry;
  readonly health: Health;
};
