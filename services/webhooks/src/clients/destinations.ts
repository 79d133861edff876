import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isInNetworks, isPublicAddress, type Network } from './networks.ts';
import { type Resolve, Unresolved } from './resolver.ts';

export type Allowed = {
  /** Hosts of the operator's own, whatever their address. */
  readonly hosts: readonly string[];
  /** Networks that endpoints may lie in although they are not public. */
  readonly networks: readonly Network[];
};

/** The host is none that we may call; its message can be shown to the endpoint's owner. */
export class Blocked extends Error {
  override readonly name = 'Blocked';
}

export type Destinations = {
  /** What is wrong with a host by its name alone; null: nothing. */
  hostProblem(hostname: string): string | null;
  /** The addresses to connect to, every one of them checked. Throws Blocked or Unresolved. */
  addressesOf(hostname: string): Promise<readonly string[]>;
};

/** Names that lead into somebody's own network, or to no host at all. */
const PRIVATE_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|default|svc|arpa|onion)$/;
const NAME = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)+$/;
const NAME_LENGTH_MAX = 253;

/** The one policy on where events may go: asked when an endpoint is made and at every connection. */
export function openDestinations(allowed: Allowed, resolve: Resolve): Destinations {
  const hosts = new Set(allowed.hosts.map((host) => host.toLowerCase()));

  function hostProblem(hostname: string): string | null {
    if (hosts.has(hostname)) return null;
    const literal = literalOf(hostname);
    if (literal !== null) {
      if (isInNetworks(literal, allowed.networks)) return null;
      return 'must name a host, not an IP address';
    }
    if (hostname.length > NAME_LENGTH_MAX || !NAME.test(hostname)) {
      return 'must name a host by its full domain name';
    }
    return PRIVATE_NAME.test(hostname) ? 'must name a host on the public internet' : null;
  }

  async function addressesOf(hostname: string): Promise<readonly string[]> {
    const problem = hostProblem(hostname);
    if (problem !== null) throw new Blocked(`the URL ${problem}`);
    if (hosts.has(hostname)) return lookUp(hostname);
    const literal = literalOf(hostname);
    const addresses = literal === null ? await resolve(hostname) : [literal];
    // One forbidden address among good ones is an attack or a mistake; neither is worth guessing.
    const isFine = (address: string) =>
      isPublicAddress(address) || isInNetworks(address, allowed.networks);
    if (!addresses.every(isFine)) {
      throw new Blocked('the host name leads to an address that is not on the public internet');
    }
    return addresses;
  }

  return { hostProblem, addressesOf };
}

/** The address that a host of a parsed URL spells out; null: it is a name. */
function literalOf(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? null : bare;
}

/** As the operator's machine knows the host, from its hosts file for instance. */
async function lookUp(hostname: string): Promise<string[]> {
  const bare = literalOf(hostname) ?? hostname;
  try {
    const found = await lookup(bare, { all: true, order: 'ipv4first' });
    return found.map(({ address }) => address);
  } catch (cause) {
    throw new Unresolved('the host name does not resolve', { cause });
  }
}
