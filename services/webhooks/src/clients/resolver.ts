import { Resolver } from 'node:dns/promises';

/** All addresses of a host name, at least one. Throws Unresolved. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export class Unresolved extends Error {
  override readonly name = 'Unresolved';
}

const ASK_MAX_MS = 2_000;
const ATTEMPTS = 2;
const ADDRESSES_MAX = 64;

type Options = {
  /** `address` or `address:port`; empty: those of the machine. */
  readonly servers: readonly string[];
};

/**
 * Asks DNS over the network, never the system's resolver: that one works on four threads for the
 * whole process, and a few names whose servers do not answer would hold up everybody's deliveries.
 */
export function openResolver({ servers }: Options): Resolve {
  const resolver = new Resolver({ timeout: ASK_MAX_MS, tries: ATTEMPTS });
  if (servers.length > 0) resolver.setServers(servers);
  return async (hostname) => {
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const addresses = [v4, v6].flatMap((found) =>
      found.status === 'fulfilled' ? found.value : [],
    );
    if (addresses.length === 0 || addresses.length > ADDRESSES_MAX) {
      throw new Unresolved('the host name does not resolve');
    }
    return addresses;
  };
}
