import type { Identity } from '../identity/identity.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** Nothing is served or called without a certificate. */
export function requireIdentity({ identity }: Runtime): Identity {
  if (!identity) throw new TypeError('a process that talks gRPC needs a certificate');
  return identity;
}
