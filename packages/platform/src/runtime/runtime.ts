import type { Registry } from 'prom-client';
import type { Logger } from '../telemetry/log.ts';
import type { Health } from './health.ts';

/** What every part of a process may use to be seen from outside. */
export type Runtime = {
  readonly log: Logger;
  readonly metrics: Registry;
  readonly health: Health;
};
