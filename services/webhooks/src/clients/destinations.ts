import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isInNetworks, isPublicAddress, type Network } from './networks.ts';
import { type Resolve, Unresolved } from './resolver.ts';

export type Allowed = {
  /** The operator's own hosts, allowed at any address. */
  readonly hosts: readonly string[];
  /** Private networks that endpoints may be in. */
  readonly networks: readonly Network[];
  readonly isHttpAllowed: boolean;
  /** Of the system itself, which no endpoint may use at the operator's own hosts. */
  readonly refusedPorts: ReadonlySet<number>;
};

/** We may not call the host; its message can be shown to the endpoint's owner. */
export class Blocked extends Error {
  override readonly name = 'Blocked';
}

export type Destinations = {
  /** What is wrong with a host by its name and port alone; null: nothing. */
  hostProblem(hostname: string, port: number): string | null;
  /** The addresses to connect to, every one of them checked. Throws Blocked or Unresolved. */
  addressesOf(hostname: string, port: number): Promise<readonly string[]>;
};

/** Names that lead into somebody's own network, or to no host at all. */
const PRIVATE_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|default|svc|arpa|onion)$/;
const NAME = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)+$/;
const NAME_LENGTH_MAX = 253;
const OWN_MACHINE = 'localhost';

/** The one policy on where events may go: checked when an endpoint is created and at every connection. */
export function openDestinations(allowed: Allowed, resolve: Resolve): Destinations {
  const hosts = new Set(allowed.hosts.map((host) => host.toLowerCase()));
  const instead =
    allowed.isHttpAllowed && hosts.has(OWN_MACHINE)
      ? `; for a receiver on this machine use http://${OWN_MACHINE}`
      : '';

  function portProblem(port: number): string | null {
    return allowed.refusedPorts.has(port) ? `must not use port ${port}, which is our own` : null;
  }

  function hostProblem(hostname: string, port: number): string | null {
    if (hosts.has(hostname)) return portProblem(port);
    const literal = literalOf(hostname);
    if (literal !== null) {
      if (isInNetworks(literal, allowed.networks)) return portProblem(port);
      return `must name a host, not an IP address${instead}`;
    }
    if (hostname.length > NAME_LENGTH_MAX || !NAME.test(hostname)) {
      return 'must name a host by its full domain name';
    }
    return PRIVATE_NAME.test(hostname) ? 'must name a host on the public internet' : null;
  }

  async function addressesOf(hostname: string, port: number): Promise<readonly string[]> {
    const problem = hostProblem(hostname, port);
    if (problem !== null) throw new Blocked(`the URL ${problem}`);
    if (hosts.has(hostname)) return lookUp(hostname);
    const literal = literalOf(hostname);
    const addresses = literal === null ? await resolve(hostname) : [literal];
    // One forbidden address among good ones is an attack or a mistake: connect to none.
    const isFine = (address: string) =>
      isPublicAddress(address) ||
      (isInNetworks(address, allowed.networks) && portProblem(port) === null);
    if (!addresses.every(isFine)) {
      throw new Blocked('the host name resolves to an address that is not on the public internet');
    }
    return addresses;
  }

  return { hostProblem, addressesOf };
}

/** The IP address that the host of a parsed URL is; null: it is a name. */
function literalOf(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? null : bare;
}

/** Resolves a host as the operator's machine does, its hosts file included. */
async function lookUp(hostname: string): Promise<string[]> {
  const bare = literalOf(hostname) ?? hostname;
  try {
    const found = await lookup(bare, { all: true, order: 'ipv4first' });
    return found.map(({ address }) => address);
  } catch (cause) {
    throw new Unresolved('the host name does not resolve', { cause });
  }
}
