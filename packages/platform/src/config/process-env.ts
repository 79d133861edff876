import { withDatabaseTls } from './common-settings.ts';
import type { EnvSource } from './settings.ts';

/** The environment of this process: the only place that reads it for the services. */
export function processEnv(): EnvSource {
  return withDatabaseTls(process.env);
}
