import type { Registry } from 'prom-client';
import type { Identity } from '../identity/identity.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Health } from './health.ts';

/** Logging, metrics, health checks and identity of a process, passed to each of its parts. */
export type Runtime = {
  readonly log: Logger;
  readonly metrics: Registry;
  readonly health: Health;
  /** Who the process is to others; one that talks no gRPC has none. */
  readonly identity?: Identity | undefined;
};
