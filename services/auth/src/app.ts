import type { Ports } from './ports.ts';
import { createAccount } from './use-cases/create-account.ts';
import { createKey } from './use-cases/create-key.ts';
import { verifyKey } from './use-cases/verify-key.ts';

/** Everything this service can do. */
export function buildApp(ports: Ports) {
  return {
    createAccount: createAccount(ports),
    createKey: createKey(ports),
    verifyKey: verifyKey(ports),
  };
}

export type App = ReturnType<typeof buildApp>;
