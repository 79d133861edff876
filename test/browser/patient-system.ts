import { runSystem } from '../harness/run-system.ts';

/** A browser takes both cores of a small machine, so what waits for the bank gets more time. */
export function runPatientSystem(chargesEnv: Readonly<Record<string, string>> = {}) {
  const patience = { PROVIDER_TIMEOUT_MS: '30000', ...chargesEnv };
  return runSystem({ REQUEST_TIMEOUT_MS: '60000' }, patience);
}
